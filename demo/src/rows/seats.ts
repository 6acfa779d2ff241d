import { MINUTE_MS } from '@afterhours/contract/base/durations';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { type RawBuilder, sql } from 'kysely';
import { DEMO_INDEX } from '../content/names.ts';
import { cancelWords } from '../content/offers.ts';
import type { Plan } from '../plan.ts';
import { createRandom } from '../random.ts';
import type { Members } from './members.ts';

/** The seats and waiting list of a demo webinar. The demo member's own place in it counts as one of them. */
type Scene = { capacity: number; seats: number; waiting: number; demo: 'seat' | 'waits' | null; cancelled: boolean };

const scenes: readonly Scene[] = [
  // The demo member's own webinar, to be managed.
  { capacity: 20, seats: 14, waiting: 0, demo: null, cancelled: false },
  { capacity: 12, seats: 12, waiting: 4, demo: 'waits', cancelled: false },
  { capacity: 30, seats: 18, waiting: 0, demo: 'seat', cancelled: false },
  { capacity: 16, seats: 9, waiting: 0, demo: 'seat', cancelled: true },
];

/** Returns the demo member's next webinar, and the next ones of others, in the order of the scenes. */
async function selectWebinars(db: Db, demoId: string): Promise<{ id: string; user_id: string }[]> {
  const find = (condition: RawBuilder<unknown>, limit: number) =>
    sql<{ id: string; user_id: string }>`
      SELECT id, user_id FROM posts WHERE post_type = 'webinar' AND starts_at IS NOT NULL AND ${condition}
      ORDER BY starts_at, id LIMIT ${limit}`.execute(db);
  const own = await find(sql`user_id = ${demoId}::uuid`, 1);
  const others = await find(sql`user_id <> ${demoId}::uuid`, scenes.length - 1);
  return [...own.rows, ...others.rows];
}

/** Writes the terms, seats and waiting lists of some webinars, and cancels one of them. */
export async function writeSeats(db: Db, plan: Plan, members: Members): Promise<void> {
  const random = createRandom(`${plan.seed}/seats`);
  const demoId = members.ids[DEMO_INDEX] ?? '';
  for (const [at, { id: postId, user_id: hostId }] of (await selectWebinars(db, demoId)).entries()) {
    const scene = scenes[at];
    if (!scene) continue;
    const { capacity, demo, cancelled } = scene;
    const others = random
      .sample(members.ids.length, Math.min(scene.seats + scene.waiting + 3, members.ids.length))
      .map((index) => members.ids[index] ?? '')
      .filter((userId) => userId !== demoId && userId !== hostId);
    const seated = demo === 'seat' ? [demoId, ...others.slice(1, scene.seats)] : others.slice(0, scene.seats);
    const queue = others.slice(scene.seats, scene.seats + scene.waiting);
    if (demo === 'waits') queue.splice(1, 1, demoId);
    await db.insertInto('webinars').values({ post_id: postId, capacity, price: 0 }).execute();
    const state = cancelled ? ('cancelled' as const) : ('free' as const);
    const seats = seated.map((userId) => ({
      id: random.idAt(plan.now.getTime() - random.between(1, 600) * MINUTE_MS),
      post_id: postId,
      user_id: userId,
      state,
    }));
    await db.insertInto('seats').values(seats).execute();
    for (const userId of queue)
      await db.insertInto('webinar_waiting').values({ post_id: postId, user_id: userId }).execute();
    if (!cancelled) continue;
    await db
      .updateTable('webinars')
      .set({ cancelled_at: plan.now, cancel_words: cancelWords, calendar_seq: 1 })
      .where('post_id', '=', postId)
      .execute();
  }
}
