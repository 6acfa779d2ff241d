/** Rooms of sockets, by name. */

export const memberRoom = (userId: string): string => `member:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;

/** The room of a post's watchers; with a member, of their windows among them. */
export const watchRoom = (postId: string, userId?: string): string =>
  userId === undefined ? `watch:${postId}` : `watch:${postId}:${userId}`;

/** The windows of one member that have a conversation open. */
export const conversationRoom = (conversationId: string, userId: string): string =>
  `conversation:${conversationId}:${userId}`;

/** Rooms that other servers speak to: not those of sockets and sessions, nor what a server tells a few of a post's watchers. */
export const isShared = (room: string): boolean => /^(?:member:|conversation:|watch:[^:]+$)/.test(room);

/** Not a room of windows: what servers say to each other. */
export const SERVERS = 'servers';
