/** The deletion of an account with more rows than one batch takes, as long as it is under way. */
import { forgotPassword, login, resetPassword, signup } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { requestSignInLink, signInByLink } from '@afterhours/contract/account/sign-in-link';
import { listStaffPeople } from '@afterhours/contract/moderation/staff-people';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeMissing } from '#access/gone-pages.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { insertFollowers } from '#testing/rows/crowd.ts';
import { buildMember, buildSignup, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildDecision, buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

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

it('A member who is being deleted can sign in in no way, is gone for staff, and the address is free', async () => {
  const owner = await buildStaff(app, 'owner');
  const large = await buildLarge();
  const { email } = large.user;
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
  expect(await app.call(signup, { body: buildSignup({ email }) })).toMatchObject({ ok: true });
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

it('An unconfirmed account of any size gives way at once to the owner of its address', async () => {
  const large = await buildLarge({ confirmed: false });
  const { email } = large.user;
  await app.call(forgotPassword, { body: { email } });
  const token = /token=([\w-]{43})/.exec((await app.mail.next(email)).text)?.[1] ?? '';
  const newPassword = 'Another42light';
  expect(await app.call(resetPassword, { body: { token, newPassword } })).toMatchObject({ ok: true });
  expect(await app.call(login, { body: { email, password: newPassword } })).toMatchObject({ ok: true });
});
