import { getProfile, login } from '@afterhours/contract/account/account';
import * as contract from '@afterhours/contract/account/passkeys';
import { confirmIdentity } from '@afterhours/contract/account/recent-proof';
import { listFeed } from '@afterhours/contract/feed';
import { setMemberRole } from '@afterhours/contract/moderation/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { expectBlocked } from '#testing/database/waiting-for-lock.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned, buildStaff } from '#testing/rows/staff.ts';
import { addPasskey, PASSKEY_SITE, startPasskeySignIn, startRegistration } from '#testing/sign-in/passkeys.ts';
import { SoftwareAuthenticator } from '#testing/sign-in/software-authenticator.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const { passkeyMessages } = contract;
let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: PASSKEY_SITE });
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

const enter = (body: unknown, headers: Record<string, string> = {}) =>
  app.call(contract.signInByPasskey, { body, headers });

async function signIn(authenticator: SoftwareAuthenticator): Promise<string> {
  return (await succeed(enter(authenticator.answer(await startPasskeySignIn(app))))).body.token;
}

/** Makes a member's sessions so old that their sign-in no longer counts as a recent proof. */
async function age(userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    UPDATE sessions SET created_at = now() - interval '11 minutes', proven_at = NULL, factor_proven_at = NULL
    WHERE user_id = ${userId}::uuid RETURNING id`.execute(app.services.db);
  for (const { id } of rows) app.services.sessions.drop(id);
}

/** Waits until the member has been sent a mail with this subject. */
async function expectMail(subject: string): Promise<void> {
  await expect.poll(() => app.mail.sentTo(ana).map((mail) => mail.subject)).toContain(subject);
}

const remove = (token: string, id: string) => app.call(contract.removePasskey, { token, params: { id } });

/** Registers a passkey for a member who may not do so themselves. */
async function store(member: TestMember, authenticator: SoftwareAuthenticator): Promise<void> {
  const helper = await buildMember(app);
  await addPasskey(app, helper, authenticator);
  await sql`UPDATE credentials SET user_id = ${member.id}::uuid WHERE user_id = ${helper.id}::uuid`.execute(
    app.services.db,
  );
  authenticator.register({ challenge: '', rp: { id: '' }, user: { id: Buffer.from(member.id).toString('base64url') } });
}

describe('A passkey', () => {
  it('is added, signs in without a username, is renamed and removed, and the member is mailed notices', async () => {
    const { authenticator, passkey } = await addPasskey(app, ana);
    await expectMail('A passkey was added – Afterhours');
    expect(passkey).toMatchObject({ backedUp: false, lastUsedAt: null });
    const token = await signIn(authenticator);
    const me = await app.call(getProfile, { token });
    expect(me).toMatchObject({ ok: true, body: { _id: ana.id, hasPasskeys: true } });
    const renamed = await app.call(contract.renamePasskey, {
      token,
      params: { id: passkey._id },
      body: { label: '  My  phone ' },
    });
    expect(renamed).toMatchObject({ ok: true, body: { label: 'My phone', lastUsedAt: expect.any(String) } });
    expect(await app.call(contract.listPasskeys, { token })).toMatchObject({ body: [{ label: 'My phone' }] });
    expect(await remove(token, passkey._id)).toMatchObject({ ok: true });
    await expectMail('A passkey was removed – Afterhours');
    expect(await enter(authenticator.answer(await startPasskeySignIn(app)))).toMatchObject({
      status: 401,
      message: passkeyMessages.unknown.message,
    });
  });

  it('is accessible to its member only', async () => {
    const { passkey } = await addPasskey(app, ana);
    const { token } = await buildMember(app);
    const params = { id: passkey._id };
    expect(await remove(token, passkey._id)).toMatchObject({ status: 404 });
    expect(await app.call(contract.renamePasskey, { token, params, body: { label: 'Mine' } })).toMatchObject({
      status: 404,
    });
    expect(await app.call(contract.listPasskeys, { token })).toMatchObject({ body: [] });
  });

  it('can be added and removed only after a recent proof, and added only with a confirmed address', async () => {
    const { passkey } = await addPasskey(app, ana);
    await age(ana.id);
    const recent = { status: 403, reason: 'factor' };
    expect(await app.call(contract.startPasskey, { token: ana.token })).toMatchObject(recent);
    expect(await remove(ana.token, passkey._id)).toMatchObject(recent);
    const { token } = await buildMember(app, { confirmed: false });
    expect(await app.call(contract.startPasskey, { token })).toMatchObject({ status: 403, reason: 'unconfirmed' });
  });

  it('counts as both steps of signing in', async () => {
    const { authenticator } = await addPasskey(app, ana);
    const { db } = app.services;
    await db.updateTable('users').set({ two_factor_enabled_at: new Date() }).where('id', '=', ana.id).execute();
    expect(await app.call(login, { body: { email: ana.user.email, password: PASSWORD } })).toMatchObject({
      body: { twoFactorRequired: true },
    });
    const token = await signIn(authenticator);
    expect(await app.call(listFeed, { token })).toMatchObject({ ok: true });
  });

  it("is a staff member's second factor in the sessions it has opened, for as long as it exists", async () => {
    const owner = await buildStaff(app, 'owner', { secondFactor: false });
    const { authenticator, passkey } = await addPasskey(app, owner);
    const setRole = (token: string) =>
      app.call(setMemberRole, { token, params: { id: ana.id }, body: { role: 'moderator' } });
    expect(await setRole(owner.token)).toMatchObject({ status: 403, reason: 'second-factor' });
    const token = await signIn(authenticator);
    expect(await setRole(token)).toMatchObject({ ok: true });
    expect(await remove(token, passkey._id)).toMatchObject({ ok: true });
    await expect.poll(() => setRole(token)).toMatchObject({ status: 403, reason: 'second-factor' });
  });

  it("confirms the member's identity", async () => {
    const { authenticator, passkey } = await addPasskey(app, ana);
    await age(ana.id);
    const { token } = ana;
    const started = await app.call(contract.startConfirmation, { token });
    const options = started.ok ? started.body : { challenge: '', rpId: '' };
    expect(options).toMatchObject({ allowCredentials: [{ id: authenticator.id }] });
    const proof = { passkey: authenticator.answer(options) };
    expect(await app.call(confirmIdentity, { token, body: proof })).toMatchObject({ ok: true });
    expect(await app.call(confirmIdentity, { token, body: proof })).toMatchObject({
      status: 422,
      errors: [{ field: 'passkey', message: passkeyMessages.late.message }],
    });
    expect(await remove(token, passkey._id)).toMatchObject({ ok: true });
  });

  it('does not confirm the identity of another member', async () => {
    const { authenticator } = await addPasskey(app, await buildMember(app));
    const { token } = ana;
    const started = await app.call(contract.startConfirmation, { token });
    const passkey = authenticator.answer(started.ok ? started.body : { challenge: '', rpId: '' });
    expect(await app.call(confirmIdentity, { token, body: { passkey } })).toMatchObject({
      status: 422,
      errors: [{ field: 'passkey', message: passkeyMessages.notYours.message }],
    });
  });

  it('opens a session that can do no more than a suspended member, or one without details, may do', async () => {
    for (const prepare of [
      async () => buildSanctioned(app, 'suspended'),
      async () => {
        const member = await buildMember(app);
        const { db } = app.services;
        await db.updateTable('users').set({ needs_details: true }).where('id', '=', member.id).execute();
        return member;
      },
    ]) {
      const member = await prepare();
      const authenticator = new SoftwareAuthenticator(PASSKEY_SITE);
      await store(member, authenticator);
      const token = await signIn(authenticator);
      expect(await app.call(getProfile, { token })).toMatchObject({ ok: true });
      expect(await app.call(listFeed, { token })).toMatchObject({ status: 403 });
      expect(await app.call(contract.startPasskey, { token })).toMatchObject({ status: 403 });
    }
  });

  it('cannot be removed while it is the only way to sign in, even by two calls at once', async () => {
    const [first, second] = [await addPasskey(app, ana), await addPasskey(app, ana)];
    const { db } = app.services;
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', ana.id).execute();
    const responses = await Promise.all([first, second].map(({ passkey }) => remove(ana.token, passkey._id)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('opens no session if it is removed during the sign-in, and neither call waits for the other', async () => {
    const { authenticator, passkey } = await addPasskey(app, ana);
    const answer = authenticator.answer(await startPasskeySignIn(app));
    const { db } = app.services;
    const entering = await db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', ana.id).forUpdate().execute();
      const entered = enter(answer);
      await expectBlocked(app, 'users');
      await tx.deleteFrom('credentials').where('id', '=', passkey._id).execute();
      return { entered };
    });
    expect(await entering.entered).toMatchObject({ status: 401 });
  });

  it('is not registered by a session that ends at the same moment', async () => {
    const body = new SoftwareAuthenticator(PASSKEY_SITE).register(await startRegistration(app, ana));
    const adding = await app.services.db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', ana.id).forUpdate().execute();
      const added = app.call(contract.addPasskey, { token: ana.token, body });
      await expectBlocked(app, 'users');
      await tx.deleteFrom('sessions').where('user_id', '=', ana.id).execute();
      return { added };
    });
    expect(await adding.added).toMatchObject({ status: 401 });
    const passkeys = app.services.db.selectFrom('credentials').select('id').where('user_id', '=', ana.id);
    expect(await passkeys.execute()).toEqual([]);
  });

  it('cannot be registered twice, or beyond the limit', async () => {
    const { authenticator } = await addPasskey(app, ana);
    const again = authenticator.register(await startRegistration(app, ana));
    expect(await app.call(contract.addPasskey, { token: ana.token, body: again })).toMatchObject({ status: 409 });
    await sql`
      INSERT INTO credentials (id, user_id, credential_id, public_key, counter, transports, backed_up, rp_id, label)
      SELECT uuidv7(), ${ana.id}::uuid, n::text::bytea, '', 0, '{}', FALSE, '', 'Key'
      FROM generate_series(2, ${contract.MAX_PASSKEYS}) n`.execute(app.services.db);
    expect(await app.call(contract.startPasskey, { token: ana.token })).toMatchObject({
      status: 409,
      message: 'You can have at most 20 passkeys. Remove one first.',
    });
  });

  it('still signs in when its counter falls back, and the member is warned', async () => {
    const { authenticator } = await addPasskey(app, ana);
    expect(await enter(authenticator.answer(await startPasskeySignIn(app), { counter: 7 }))).toMatchObject({
      ok: true,
    });
    const answer = authenticator.answer(await startPasskeySignIn(app), { counter: 7 });
    expect(await enter(answer)).toMatchObject({ ok: true });
    await expectMail('A passkey may have been copied – Afterhours');
  });
});
