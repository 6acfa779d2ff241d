import { listOwnReports } from '@afterhours/contract/moderation/moderation';
import { type Kysely, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { up } from '#db/migrations/0063-case-kinds.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp } from '#testing/test-app.ts';
import { insertCommentReport, insertMemberReport, insertPostReport } from '../queries.ts';

const app = await buildTestApp();
afterAll(() => app.close());

it('Reports from before cases existed become one open case per subject, even if the migration runs twice', async () => {
  const { db } = app.services;
  const [ana, ben, cleo] = [await buildMember(app), await buildMember(app), await buildMember(app)];
  const post = await buildPost(app, ana);
  const comment = await buildComment(app, ana, post._id);
  for (const { id: userId } of [ben, cleo, ana])
    await insertPostReport(db, { userId, postId: post._id, reason: 'Too bright' });
  await insertCommentReport(db, { userId: ben.id, commentId: comment._id, postId: post._id, reason: null });
  await insertMemberReport(db, { userId: ben.id, reportedId: ana.id, reason: null });
  for (let times = 0; times < 2; times++) await up(db as unknown as Kysely<unknown>);
  const found = await db
    .selectFrom('cases')
    .select(['subject_kind', 'subject_id', 'member_id', 'reports_count', 'score', 'reasons', 'evidence', 'state'])
    .orderBy(sql`subject_kind DESC`)
    .execute();
  const shared = { member_id: ana.id, state: 'open' };
  expect(found).toMatchObject([
    { ...shared, subject_kind: 'post', subject_id: post._id, reports_count: 2, score: 2, reasons: { other: 2 } },
    { ...shared, subject_kind: 'member', subject_id: ana.id, reports_count: 1 },
    { ...shared, subject_kind: 'comment', subject_id: comment._id, reports_count: 1 },
  ]);
  expect(found[0]?.evidence.text).toBe(post.description);
  const own = await app.call(listOwnReports, { token: cleo.token });
  expect(own).toMatchObject({ body: [{ words: 'Too bright', category: 'other', state: 'received' }] });
});
