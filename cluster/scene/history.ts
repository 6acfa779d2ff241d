/**
 * What members requested and which requests were acknowledged, for comparison with the final state. `word` is the text,
 * which is unique, so that a row is found even if its request got no response. `targetId` is the post that was
 * commented on, or the receiver of a message. `acknowledgedId` is the id in the response; null until there is one.
 */
export type Written = { word: string; memberId: string; targetId: string; acknowledgedId: string | null };
type Sent = Written & { clientId: string; at: number; servedBy: string | null };
/**
 * The state of a like or follow that a member requested last. `confirmed` means that a response has acknowledged it,
 * `settled` that no earlier call about it can still take effect.
 */
export type Intent = { memberId: string; targetId: string; wanted: boolean; confirmed: boolean; settled: boolean };
type UploadedFile = { url: string; memberId: string };

export type History = {
  posts: Written[];
  comments: Written[];
  messages: Sent[];
  files: UploadedFile[];
  likes: Map<string, Intent>;
  follows: Map<string, Intent>;
  /** Attempts, repeated ones included, by kind. */
  attempts: Record<Kind, number>;
  acknowledged: Record<Kind, number>;
  /** Own writes that a member did not see immediately afterwards, as text. */
  unseen: string[];
  /** How often members loaded what they had just written. */
  ownReads: number;
};

const kinds = ['posts', 'comments', 'messages', 'likes', 'follows', 'files'] as const;
export type Kind = (typeof kinds)[number];

const createCounts = (): Record<Kind, number> => ({
  posts: 0,
  comments: 0,
  messages: 0,
  likes: 0,
  follows: 0,
  files: 0,
});

export const createHistory = (): History => ({
  posts: [],
  comments: [],
  messages: [],
  files: [],
  likes: new Map(),
  follows: new Map(),
  attempts: createCounts(),
  acknowledged: createCounts(),
  unseen: [],
  ownReads: 0,
});
