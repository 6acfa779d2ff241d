/**
 * Sockets that watch open posts. Each is in a room for the post, and in one for the post and its member, so that a
 * viewer who sees less of a post can be sent events of their own. Only one look-up at a time runs for a socket, and
 * posts that have been closed by then are dropped.
 */
import { MAX_WATCHED } from '@afterhours/contract/constants/realtime';
import { clientEvents, type WatchedCounts, type WatchResponse, watchMessages } from '@afterhours/contract/realtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Socket } from 'socket.io';
import type { Session } from '#http/gate/session.ts';
import { english } from '#texts/english.ts';
import { refused } from './refused.ts';
import { watchRoom } from './rooms.ts';

/** Returns what the member sees of the post; null if they may not see it. */
export type LoadWatchedCounts = (userId: string, postId: string) => Promise<WatchedCounts | null>;

type WatchingSocket = Pick<
  Socket<Record<string, never>, Record<string, never>, Record<string, never>, Session>,
  'connected' | 'data' | 'join' | 'leave'
> & { on(event: string, listener: (payload: unknown, acknowledge: unknown) => void): unknown };

const acknowledgeWith =
  (acknowledge: unknown) =>
  (response: WatchResponse): void => {
    if (typeof acknowledge === 'function') (acknowledge as (response: WatchResponse) => void)(response);
  };

type Dependencies = {
  loadCounts: LoadWatchedCounts;
  subscribe: (room: string) => Promise<void>;
  log: FastifyBaseLogger;
};

const roomsOf = (postId: string, userId: string): string[] => [watchRoom(postId), watchRoom(postId, userId)];

/** Calls `handle` with the post of each event; rejects an invalid payload. */
function onPostEvent(
  socket: WatchingSocket,
  event: 'watch' | 'unwatch',
  handle: (postId: string, respond: (response: WatchResponse) => void) => void,
): void {
  socket.on(event, (payload, acknowledge) => {
    const respond = acknowledgeWith(acknowledge);
    const parsed = clientEvents[event].safeParse(payload);
    if (!parsed.success) return respond(refused(watchMessages.invalid));
    handle(parsed.data.post_id, respond);
  });
}

/** Adds a socket to a post's rooms if it may see the post, unless it has closed the post by then. */
async function enter(
  socket: WatchingSocket,
  wanted: Set<string>,
  postId: string,
  { loadCounts, subscribe, log }: Dependencies,
): Promise<WatchResponse> {
  if (!wanted.has(postId)) return { ok: true };
  const { userId } = socket.data;
  try {
    const counts = await loadCounts(userId, postId);
    if (counts) {
      await subscribe(watchRoom(postId));
      if (wanted.has(postId) && socket.connected) await socket.join(roomsOf(postId, userId));
      return { ok: true, counts };
    }
    wanted.delete(postId);
    return refused(watchMessages.notFound);
  } catch (error) {
    wanted.delete(postId);
    log.error({ err: error }, 'watching a post failed');
    return refused(watchMessages.busy);
  }
}

/** Lets a socket watch the posts it may see, at most fifty at a time. */
export function addWatching(socket: WatchingSocket, dependencies: Dependencies): void {
  const wanted = new Set<string>();
  /** Settles when the look-ups so far are done: one runs at a time. */
  let lastLookUp: Promise<void> = Promise.resolve();
  /** Pending look-ups, limited because a client could open and close posts endlessly. */
  let pending = 0;

  onPostEvent(socket, 'watch', (postId, respond) => {
    if (wanted.has(postId)) return respond({ ok: true });
    if (wanted.size >= MAX_WATCHED) return respond(refused(english(watchMessages.tooMany, { max: MAX_WATCHED })));
    if (pending >= MAX_WATCHED) return respond(refused(watchMessages.busy));
    wanted.add(postId);
    pending++;
    lastLookUp = lastLookUp
      .then(() => enter(socket, wanted, postId, dependencies))
      .then((entered) => {
        pending--;
        respond(entered);
      });
  });

  onPostEvent(socket, 'unwatch', (postId, respond) => {
    wanted.delete(postId);
    for (const room of roomsOf(postId, socket.data.userId)) void socket.leave(room);
    respond({ ok: true });
  });
}
