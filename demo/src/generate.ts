import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { sql } from 'kysely';
import { DEMO_INDEX } from './content/names.ts';
import { countAtEnd } from './counters.ts';
import type { Plan } from './plan.ts';
import { writeComments } from './rows/comments.ts';
import { writeHiring } from './rows/hiring.ts';
import { writeMembers } from './rows/members.ts';
import { writeMessages } from './rows/messages.ts';
import { writeNotifications } from './rows/notifications.ts';
import { writePosts } from './rows/posts.ts';
import { writePresence } from './rows/presence.ts';
import { writeProfiles } from './rows/profiles.ts';
import { writeReactions } from './rows/reactions.ts';
import { writeConnections, writeFollows } from './rows/relationships.ts';
import { writeSeats } from './rows/seats.ts';

async function load(db: Db, plan: Plan, onProgress: (line: string) => void): Promise<void> {
  const count = (number: number) => number.toLocaleString('en-US');
  const members = await writeMembers(db, plan);
  await writeProfiles(db, plan, members);
  onProgress(`${count(plan.members)} members`);
  const posts = await writePosts(db, plan, members);
  onProgress(`${count(plan.posts)} posts`);
  await writeSeats(db, plan, members);
  await writeReactions(db, plan, members, posts);
  onProgress('likes, ratings and bookmarks');
  await writeComments(db, plan, members, posts);
  onProgress('comments');
  await writeFollows(db, plan, members);
  const demoFriends = await writeConnections(db, plan, members);
  onProgress('follows and connections');
  await writeMessages(db, plan, { members, posts, demoFriends });
  await writeHiring(db, plan, { members, posts, demoFriends });
  await writePresence(db);
  await writeNotifications(db, plan, members.ids[DEMO_INDEX] ?? '');
  onProgress('messages and notifications');
}

/**
 * Writes a complete community of at least 30 members in the transaction `db`. The time and memory it takes grow with
 * the community's size.
 */
export async function generate(
  db: Db,
  plan: Plan,
  onProgress: (line: string) => void = () => undefined,
): Promise<void> {
  // The timeouts are meant for waiting callers, and too short for loading a community.
  await sql`SET LOCAL statement_timeout = 0`.execute(db);
  await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(db);
  if (plan.countAtEnd) await countAtEnd(db, () => load(db, plan, onProgress));
  else await load(db, plan, onProgress);
  await sql`ANALYZE`.execute(db);
}
