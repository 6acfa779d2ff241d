/**
 * What members requested and how it was answered, to be compared with the final state. An action is identified by a
 * unique word in its text; it is `sent` once for each try, and `acknowledged` when an answer confirmed it.
 */
export type Made = { word: string; by: string; on: string; acknowledged: string | null };
type Sent = Made & { clientId: string; at: number; servedBy: string | null };
/**
 * The last state a member wanted of a relationship or reaction; not `sure` when no answer has confirmed it, `calm` when
 * no call about it can still be pending.
 */
export type Wish = { by: string; on: string; wanted: boolean; sure: boolean; calm: boolean };
type FileMade = { url: string; by: string };

export type History = {
  posts: Made[];
  comments: Made[];
  messages: Sent[];
  files: FileMade[];
  likes: Map<string, Wish>;
  follows: Map<string, Wish>;
  /** Tries, by kind. */
  tries: Record<Kind, number>;
  acknowledged: Record<Kind, number>;
  /** Own writes that a member did not see immediately afterwards, as text. */
  unseen: string[];
  looked: number;
};

const kinds = ['posts', 'comments', 'messages', 'likes', 'follows', 'files'] as const;
export type Kind = (typeof kinds)[number];

const none = (): Record<Kind, number> => ({ posts: 0, comments: 0, messages: 0, likes: 0, follows: 0, files: 0 });

export const createHistory = (): History => ({
  posts: [],
  comments: [],
  messages: [],
  files: [],
  likes: new Map(),
  follows: new Map(),
  tries: none(),
  acknowledged: none(),
  unseen: [],
  looked: 0,
});
