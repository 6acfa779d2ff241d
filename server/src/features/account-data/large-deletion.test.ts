/** The deletion of an account with more rows than one batch takes, as long as it is under way. */
import { forgotPassword, login, resetPassword, signup } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { requestSignInLink, signInByLink } from '@afterhours/contract/account/sign-in-link';
import { listStaffPeople } from '@afterhours/contract/moderation/staff-people';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeMissing } from '#access/gone-pages.ts';
import { describePost } from '#features/posts/page/post-page.ts';
import { describeMember, describeMemberByName } from '#features/profile/member/member-page.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { insertFollowers } from '#testing/rows/crowd.ts';
import { buildMember, buildSignup, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildDecision, buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { finishMove } from './moves/moves.ts';
import { removal } from './removal.ts';

let app: TestApp;

/** As long as this is set, no member's row can be deleted, so that a deletion does not end. */
const setKept = (kept: boolean) =>
  sql`ALTER TABLE users ${sql.raw(kept ? 'ENABLE' : 'DISABLE')} TRIGGER keep_members`.execute(app.services.db);

beforeAll(async () => {
  app = await buildTestApp();
  const { db } = app.services;
  await sql`CREATE FUNCTION keep_members() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kept'; END $$`.execute(
    db,
  );
  await sql`CREATE TRIGGER keep_members BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION keep_members()`.execute(
    db,
  );
});
afterEach(() => setKept(false));
afterAll(() => app.close());

async function buildLarge(fields: Record<string, unknown> = {}): Promise<TestMember> {
  const member = await buildMember(app, fields);
  await insertFollowers(app.services.db, member.id, 700);
  return member;
}
const remove = async ({ token }: TestMember) =>
  expect(await app.call(deleteAccount, { token, body: { password: PASSWORD } })).toMatchObject({ ok: true });

/** Requests both kinds of mailed links; returns the tokens and the browser's cookie. */
async function requestLinks(email: string) {
  const asked = await app.call(requestSignInLink, { body: { email } });
  const cookie = String([asked.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const enter = /link#([\w-]{43})/.exec((await app.mail.next(email)).text)?.[1] ?? '';
  await app.call(forgotPassword, { body: { email } });
  const reset = /token=([\w-]{43})/.exec((await app.mail.next(email)).text)?.[1] ?? '';
  return { cookie, enter, reset };
}

it('A member who is being deleted can sign in in no way, is gone for staff, and leaves address and name', async () => {
  const owner = await buildStaff(app, 'owner');
  const large = await buildLarge();
  const { email, username } = large.user;
  const { cookie, enter, reset } = await requestLinks(email);
  await setKept(true);
  await remove(large);
  const nobody = await app.call(login, { body: { email: 'nobody@example.com', password: PASSWORD } });
  expect(await app.call(login, { body: { email, password: PASSWORD } })).toEqual({
    ...nobody,
    headers: expect.anything(),
  });
  expect(await app.call(signInByLink, { body: { token: enter }, headers: { cookie } })).toMatchObject({ status: 401 });
  const newPassword = 'Another42light';
  expect(await app.call(resetPassword, { body: { token: reset, newPassword } })).toMatchObject({ status: 422 });
  const listed = await app.call(listStaffPeople, { token: owner.token, query: { keyword: large.user.firstName } });
  expect(listed).toMatchObject({ ok: true, body: [] });
  expect(await app.call(signup, { body: buildSignup({ email, username }) })).toMatchObject({ ok: true });
});

it('The pages of a member who is being deleted are gone at once, unless guests could not see them', async () => {
  const { db } = app.services;
  const [large, closed] = [await buildLarge(), await buildLarge()];
  await db.updateTable('users').set({ visibility: 'members' }).where('id', '=', closed.id).execute();
  const posts = [await buildPost(app, large), await buildPost(app, closed)];
  await setKept(true);
  for (const [index, member] of [large, closed].entries()) {
    await remove(member);
    const described = [
      await describeMemberByName(app.services, member.user.username),
      await describeMember(app.services, member.id),
      await describePost(app.services, posts[index]?._id ?? ''),
    ];
    expect(new Set(described)).toEqual(new Set([member === large ? 'gone' : null]));
  }
});

it('A banned member with a large account cannot join again with the same address', async () => {
  const large = await buildLarge();
  const sanction = { decision_id: await buildDecision(app, large), user_id: large.id, until: null };
  await app.services.db.insertInto('sanctions').values(sanction).execute();
  await remove(large);
  expect(await app.call(signup, { body: buildSignup({ email: large.user.email }) })).toMatchObject({ status: 403 });
});

it('The pages of a member whose data were deleted in batches are recorded as gone', async () => {
  const { db } = app.services;
  const large = await buildLarge({ username: 'large.one' });
  const { _id: postId } = await buildPost(app, large);
  await remove(large);
  for (const path of ['/@large.one', `/p/${postId}`])
    await expect.poll(() => describeMissing(db, path), { timeout: 30_000 }).toBe('gone');
  expect(await listWrongCounts(db)).toEqual([]);
});

/** Gives a member posts with likes, chats with messages by both sides, notifications and files. */
async function enlarge({ id }: TestMember, crowd: readonly string[]): Promise<void> {
  const { db } = app.services;
  const [me, others] = [sql`${id}::uuid`, sql`unnest(${crowd}::uuid[]) other`];
  await sql`INSERT INTO posts (id, user_id, post_type, description)
    SELECT gen_random_uuid(), ${me}, 'general', 'Lamp number ' || n FROM generate_series(1, 120) n`.execute(db);
  await sql`INSERT INTO post_likes (post_id, user_id)
    SELECT p.id, other FROM posts p, ${others} WHERE p.user_id = ${me}`.execute(db);
  await sql`INSERT INTO conversations (id, member_a, member_b, last_seq)
    SELECT gen_random_uuid(), least(${me}, other), greatest(${me}, other), 2 FROM ${others}`.execute(db);
  await sql`INSERT INTO conversation_members (conversation_id, user_id, other_user_id)
    SELECT id, member_a, member_b FROM conversations WHERE ${me} IN (member_a, member_b)
    UNION ALL SELECT id, member_b, member_a FROM conversations WHERE ${me} IN (member_a, member_b)`.execute(db);
  await sql`INSERT INTO messages (id, conversation_id, seq, sender_id, content)
    SELECT gen_random_uuid(), conversation_id, CASE WHEN user_id = ${me} THEN 1 ELSE 2 END, user_id,
      CASE WHEN user_id = ${me} THEN 'Mine' ELSE 'Theirs' END
    FROM conversation_members WHERE ${me} IN (user_id, other_user_id)`.execute(db);
  await sql`INSERT INTO notifications (id, user_id, type, group_key, actor_id, content, link)
    SELECT gen_random_uuid(), ${me}, 'follow', 'follow:' || other, other, 'follows you', '/' FROM ${others}`.execute(
    db,
  );
  await sql`INSERT INTO uploads (id, owner_id, folder, filename, kind, content_type, original_name, bytes)
    SELECT gen_random_uuid(), ${me}, 'message', other || '.pdf', 'document', 'application/pdf', 'a.pdf', 9
    FROM ${others}`.execute(db);
}

it('The last batch finds no posts, conversations, notifications and files, however many there were', async () => {
  const { db } = app.services;
  const large = await buildMember(app);
  const crowd = await insertFollowers(db, large.id, 300);
  await enlarge(large, crowd.slice(0, 120));
  await setKept(true);
  await remove(large);
  const remaining = async () =>
    (
      await sql<Record<string, number>>`
        SELECT (SELECT count(*)::integer FROM posts WHERE user_id = ${large.id}::uuid) AS posts,
          (SELECT count(*)::integer FROM messages WHERE sender_id = ${large.id}::uuid) AS messages,
          (SELECT count(*)::integer FROM conversation_members
            WHERE ${large.id}::uuid IN (user_id, other_user_id)) AS sides,
          (SELECT count(*)::integer FROM notifications WHERE user_id = ${large.id}::uuid) AS notifications,
          (SELECT count(*)::integer FROM uploads WHERE owner_id = ${large.id}::uuid) AS uploads`.execute(db)
    ).rows[0];
  const none = { posts: 0, messages: 0, sides: 0, notifications: 0, uploads: 0 };
  await expect.poll(remaining, { timeout: 30_000 }).toEqual(none);
  await setKept(false);
  await finishMove(app.services, large.id, removal);
  const contents = await sql`SELECT content, count(*)::integer FROM messages GROUP BY 1 ORDER BY 1`.execute(db);
  expect(contents.rows).toEqual([
    { content: '', count: 120 },
    { content: 'Theirs', count: 120 },
  ]);
  expect(await listWrongCounts(db)).toEqual([]);
}, 60_000);

it('A batch waits for a conversation that somebody else changes before it locks any counts', async () => {
  const { db } = app.services;
  const large = await buildMember(app);
  await enlarge(large, await insertFollowers(db, large.id, 1));
  await db.deleteFrom('posts').where('user_id', '=', large.id).execute();
  await db.insertInto('member_moves').values({ user_id: large.id, kind: 'deletion' }).execute();
  const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  const isMember = sql<boolean>`${large.id}::uuid IN (member_a, member_b)`;
  let removed: Promise<void> | undefined;
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('conversations').select('id').where(isMember).forUpdate().execute();
    removed = finishMove(app.services, large.id, removal);
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
    await tx
      .selectFrom('member_counters')
      .select('user_id')
      .where('user_id', '=', large.id)
      .forUpdate()
      .noWait()
      .execute();
  });
  await removed;
  expect(await listWrongCounts(db)).toEqual([]);
});

it('An unconfirmed account of any size gives way at once to the owner of its address', async () => {
  const large = await buildLarge({ confirmed: false });
  const { email } = large.user;
  await app.call(forgotPassword, { body: { email } });
  const token = /token=([\w-]{43})/.exec((await app.mail.next(email)).text)?.[1] ?? '';
  const newPassword = 'Another42light';
  expect(await app.call(resetPassword, { body: { token, newPassword } })).toMatchObject({ ok: true });
  expect(await app.call(login, { body: { email, password: newPassword } })).toMatchObject({ ok: true });
});
