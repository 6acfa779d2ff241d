/**
 * What members asked for and what they were told, to be held against what is there in the end. A action is known by a
 * word of its own in its text; it is `sent` once for each try, and `acknowledged` when an answer said that it was done.
 */
export type Made = { word: string; by: string; on: string; acknowledged: string | null };
type Sent = Made & { clientId: string; at: number; servedBy: string | null };
/**
 * The last state a member wanted between themselves and something; not `sure` when no answer has said that it is so,
 * `calm` when nothing of it can still be on its way.
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
  /** Own writes that a member did not see when they looked at once, in words. */
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
