/** Rooms of sockets, by name. */

export const memberRoom = (userId: string): string => `member:${userId}`;
/** The sockets of a member that are admitted, or about to be. */
export const placesOf = (userId: string): string => `places:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

/** The room of a post's watchers or, with a member, of that member's tabs among them. */
export const watchRoom = (postId: string, userId?: string): string =>
  userId === undefined ? `watch:${postId}` : `watch:${postId}:${userId}`;

/** Returns the post of a room of watchers; undefined for any other room. */
export const postOfRoom = (room: string): string | undefined => /^watch:([^:]+)$/.exec(room)?.[1];

/** The tabs of one member that have a conversation open. */
export const conversationRoom = (conversationId: string, userId: string): string =>
  `conversation:${conversationId}:${userId}`;

/** True for rooms that other servers send to: not those of sockets and sessions, nor of a post's single viewers. */
export const isShared = (room: string): boolean => /^(?:member:|conversation:|watch:[^:]+$)/.test(room);

/** Not a room of sockets: the broadcasts between servers. */
export const SERVERS = 'servers';
