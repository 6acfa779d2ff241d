/**
 * Sockets that watch open posts. Each is in a room of the post, and in one of the post and its member, so that a viewer
 * who sees less of a post can be sent their own events. One look-up at a time runs for a socket, and posts that are no
 * longer open by then are dropped.
 */
import { clientEvents, MAX_WATCHED, type WatchAnswer, watchMessages } from '@afterhours/contract/realtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Socket } from 'socket.io';
import { english } from '#http/errors/english.ts';
import type { Session } from '#http/gate/session.ts';
import { refused } from './refused.ts';
import { watchRoom } from './rooms.ts';

export type MayWatch = (userId: string, postId: string) => Promise<boolean>;

type WatchingSocket = Pick<
  Socket<Record<string, never>, Record<string, never>, Record<string, never>, Session>,
  'connected' | 'data' | 'join' | 'leave'
> & { on(event: string, listener: (payload: unknown, acknowledge: unknown) => void): unknown };

const answerTo =
  (acknowledge: unknown) =>
  (answer: WatchAnswer): void => {
    if (typeof acknowledge === 'function') (acknowledge as (answer: WatchAnswer) => void)(answer);
  };

/** Lets a socket watch the posts it may see, at most fifty at a time. */
export function addWatching(
  socket: WatchingSocket,
  { mayWatch, hear, log }: { mayWatch: MayWatch; hear: (room: string) => Promise<void>; log: FastifyBaseLogger },
): void {
  const wanted = new Set<string>();
  const { userId } = socket.data;
  const rooms = (postId: string): string[] => [watchRoom(postId), watchRoom(postId, userId)];
  let turn: Promise<void> = Promise.resolve();
  /** Pending look-ups, limited because a client could open and close posts without end. */
  let pending = 0;

  async function enter(postId: string): Promise<WatchAnswer> {
    if (!wanted.has(postId)) return { ok: true };
    try {
      if (await mayWatch(userId, postId)) {
        await hear(watchRoom(postId));
        if (wanted.has(postId) && socket.connected) await socket.join(rooms(postId));
        return { ok: true };
      }
      wanted.delete(postId);
      return refused(watchMessages.notFound);
    } catch (error) {
      wanted.delete(postId);
      log.error({ err: error }, 'watching a post failed');
      return refused(watchMessages.busy);
    }
  }

  socket.on('watch', (payload, acknowledge) => {
    const answer = answerTo(acknowledge);
    const parsed = clientEvents.watch.safeParse(payload);
    if (!parsed.success) return answer(refused(watchMessages.invalid));
    const postId = parsed.data.post_id;
    if (wanted.has(postId)) return answer({ ok: true });
    if (wanted.size >= MAX_WATCHED) return answer(refused(english(watchMessages.tooMany, { max: MAX_WATCHED })));
    if (pending >= MAX_WATCHED) return answer(refused(watchMessages.busy));
    wanted.add(postId);
    pending++;
    turn = turn
      .then(() => enter(postId))
      .then((entered) => {
        pending--;
        answer(entered);
      });
  });

  socket.on('unwatch', (payload, acknowledge) => {
    const answer = answerTo(acknowledge);
    const parsed = clientEvents.unwatch.safeParse(payload);
    if (!parsed.success) return answer(refused(watchMessages.invalid));
    const postId = parsed.data.post_id;
    wanted.delete(postId);
    for (const room of rooms(postId)) void socket.leave(room);
    answer({ ok: true });
  });
}
