import { HOUR_MS } from '@afterhours/contract/base/durations';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { createBulk } from '../bulk.ts';
import type { Plan } from '../plan.ts';
import { createRandom } from '../random.ts';
import type { Members } from './members.ts';
import type { Posts } from './posts.ts';

const stamp = 'timestamptz';
const RATED = 0.55;
/** A post older than this has all its reactions. */
const SETTLED_HOURS = 10;

/** Returns the share of its final reactions that a post of this time has by now, from 0 to 1. */
export const attention = (plan: Plan, time: number): number =>
  Math.min(1, (plan.now.getTime() - time) / (SETTLED_HOURS * HOUR_MS)) ** 0.6;

const READING_MS = 40_000;

/** Returns a time between `from` and now: soon after `from`, but late enough for somebody to have read the text. */
export function soonAfter(plan: Plan, from: number, draw: number): number {
  const span = plan.now.getTime() - from;
  const reading = Math.min(READING_MS, span * 0.2);
  return Math.floor(from + reading + (span - reading) * draw ** 4);
}

/** Writes likes, ratings and bookmarks of posts. A few posts have far more than the others. */
export async function writeReactions(db: Db, plan: Plan, members: Members, posts: Posts): Promise<void> {
  const random = createRandom(`${plan.seed}/reactions`);
  const likes = createBulk(db, 'post_likes', { post_id: 'uuid', user_id: 'uuid', created_at: stamp });
  const ratings = createBulk(db, 'ratings', {
    post_id: 'uuid',
    user_id: 'uuid',
    rating: 'smallint',
    created_at: stamp,
  });
  const bookmarks = createBulk(db, 'bookmarks', { id: 'uuid', user_id: 'uuid', post_id: 'uuid', created_at: stamp });
  for (const [index, postId] of posts.ids.entries()) {
    const time = posts.times[index] ?? 0;
    const share = attention(plan, time);
    const likers = random.sample(plan.members, random.count(plan.likesPerPost * share), 1.25);
    const quality = 3.3 + random.next() * 1.7;
    for (const member of likers) {
      const memberId = members.ids[member] ?? '';
      const when = soonAfter(plan, time, random.next());
      if (member !== posts.authors[index] || random.chance(0.1)) await likes.add(postId, memberId, new Date(when));
      if (member === posts.authors[index]) continue;
      if (random.chance(RATED * 0.5)) {
        const rating = Math.max(1, Math.min(5, Math.round(quality + (random.next() - 0.5) * 2.4)));
        await ratings.add(postId, memberId, rating, new Date(when));
      }
      if (random.chance(0.06)) await bookmarks.add(random.idAt(when), memberId, postId, new Date(when));
    }
  }
  await Promise.all([likes.flush(), ratings.flush(), bookmarks.flush()]);
}
