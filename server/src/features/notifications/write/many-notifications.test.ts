import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '#db/statements/transaction.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { groupKey } from '../groups.ts';
import { notifyAll } from '../notify.ts';

let app: TestApp;
let members: TestMember[];

beforeAll(async () => {
  app = await buildTestApp();
  members = await buildMembers(app, 4);
});
afterAll(() => app.close());

it('Hundreds of notifications are written a part at a time, and those of one group still combined', async () => {
  const [host, ...actors] = members.map(({ id }) => id);
  if (host === undefined) throw new Error('no host');
  const notifications = Array.from({ length: 650 }, (_, at) => ({
    userId: host,
    type: 'follow' as const,
    kind: 'followed' as const,
    groupKey: groupKey.follow(at % 2 === 0 ? 'all' : `${at}`),
    actorId: actors[at % 3] ?? '',
    parentId: host,
    postId: null,
    commentId: null,
    link: '/',
  }));
  const write = () =>
    inTransaction(app.services, (tx) => notifyAll(tx, 'notify_follow', notifications, { once: false }));
  // Begin, lock, four parts and commit.
  expect(await app.countStatements(write)).toBe(7);
  const rows = await app.services.db
    .selectFrom('notifications')
    .select(['group_key', 'actors_count', 'actor_id'])
    .where('user_id', '=', host)
    .execute();
  expect(rows).toHaveLength(326);
  const combined = rows.find(({ group_key }) => group_key === groupKey.follow('all'));
  expect(combined).toMatchObject({ actors_count: 3, actor_id: actors[648 % 3] });
});
