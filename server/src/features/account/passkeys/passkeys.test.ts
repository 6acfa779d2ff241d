import { getProfile, login } from '@afterhours/contract/account/account';
import * as contract from '@afterhours/contract/account/passkeys';
import { confirmIdentity } from '@afterhours/contract/account/recent-proof';
import { listFeed } from '@afterhours/contract/feed';
import { setMemberRole } from '@afterhours/contract/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { SoftwareAuthenticator } from '#testing/rows/software-authenticator.ts';
import { buildSanctioned, buildStaff } from '#testing/rows/staff.ts';
import { expectBlocked } from '#testing/rows/waiting-for-lock.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const ORIGIN = 'https://community.example';
const { passkeyMessages } = contract;
let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: ORIGIN });
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

async function register(member: TestMember, authenticator = new SoftwareAuthenticator(ORIGIN)) {
  const options = await startRegistration(member);
  const added = await app.call(contract.addPasskey, { token: member.token, body: authenticator.register(options) });
  if (!added.ok) throw new Error(added.message);
  return { authenticator, passkey: added.body };
}

async function startRegistration(member: TestMember) {
  const started = await app.call(contract.startPasskey, { token: member.token });
  if (!started.ok) throw new Error(started.message);
  return started.body;
}

async function startSignIn() {
  const started = await app.call(contract.startPasskeySignIn);
  if (!started.ok) throw new Error(started.message);
  return started.body;
}

const enter = (body: unknown, headers: Record<string, string> = {}) =>
  app.call(contract.signInByPasskey, { body, headers });

async function signIn(authenticator: SoftwareAuthenticator): Promise<string> {
  const entered = await enter(authenticator.answer(await startSignIn()));
  if (!entered.ok) throw new Error(entered.message);
  return entered.body.token;
}

/** Makes the sign-in of a member's sessions so old that it proves nothing any more. */
async function age(userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    UPDATE sessions SET created_at = now() - interval '11 minutes', proven_at = NULL, factor_proven_at = NULL
    WHERE user_id = ${userId}::uuid RETURNING id`.execute(app.services.db);
  for (const { id } of rows) app.services.sessions.drop(id);
}

/** Waits for a mail among those to the member. */
async function expectMail(subject: string): Promise<void> {
  await expect
    .poll(() => app.mail.sent.filter(({ to }) => to === ana.user.email).map((mail) => mail.subject))
    .toContain(subject);
}

const remove = (token: string, id: string) => app.call(contract.removePasskey, { token, params: { id } });

describe('A passkey', () => {
  it('is added, signs in without a name, is renamed and removed; mails tell of it', async () => {
    const { authenticator, passkey } = await register(ana);
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
    expect(await enter(authenticator.answer(await startSignIn()))).toMatchObject({
      status: 401,
      message: passkeyMessages.unknown.message,
    });
  });

  it('belongs to its member alone', async () => {
    const { passkey } = await register(ana);
    const { token } = await buildMember(app);
    const params = { id: passkey._id };
    expect(await remove(token, passkey._id)).toMatchObject({ status: 404 });
    expect(await app.call(contract.renamePasskey, { token, params, body: { label: 'Mine' } })).toMatchObject({
      status: 404,
    });
    expect(await app.call(contract.listPasskeys, { token })).toMatchObject({ body: [] });
  });

  it('is added and removed only after a recent proof, and only with a confirmed address', async () => {
    const { passkey } = await register(ana);
    await age(ana.id);
    const recent = { status: 403, reason: 'factor' };
    expect(await app.call(contract.startPasskey, { token: ana.token })).toMatchObject(recent);
    expect(await remove(ana.token, passkey._id)).toMatchObject(recent);
    const { token } = await buildMember(app, { confirmed: false });
    expect(await app.call(contract.startPasskey, { token })).toMatchObject({ status: 403, reason: 'unconfirmed' });
  });

  it('counts as both steps of signing in', async () => {
    const { authenticator } = await register(ana);
    const { db } = app.services;
    await db.updateTable('users').set({ two_factor_enabled_at: new Date() }).where('id', '=', ana.id).execute();
    expect(await app.call(login, { body: { email: ana.user.email, password: PASSWORD } })).toMatchObject({
      body: { twoFactorRequired: true },
    });
    const token = await signIn(authenticator);
    expect(await app.call(listFeed, { token })).toMatchObject({ ok: true });
  });

  it('is the second factor of staff, in the sessions it has opened and for as long as it is there', async () => {
    const owner = await buildStaff(app, 'owner', { secondFactor: false });
    const { authenticator, passkey } = await register(owner);
    const setRole = (token: string) =>
      app.call(setMemberRole, { token, params: { id: ana.id }, body: { role: 'moderator' } });
    expect(await setRole(owner.token)).toMatchObject({ status: 403, reason: 'second-factor' });
    const token = await signIn(authenticator);
    expect(await setRole(token)).toMatchObject({ ok: true });
    expect(await remove(token, passkey._id)).toMatchObject({ ok: true });
    await expect.poll(() => setRole(token)).toMatchObject({ status: 403, reason: 'second-factor' });
  });

  it('confirms that it is the member', async () => {
    const { authenticator, passkey } = await register(ana);
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

  it('of somebody else confirms nothing', async () => {
    const { authenticator } = await register(await buildMember(app));
    const { token } = ana;
    const started = await app.call(contract.startConfirmation, { token });
    const passkey = authenticator.answer(started.ok ? started.body : { challenge: '', rpId: '' });
    expect(await app.call(confirmIdentity, { token, body: { passkey } })).toMatchObject({
      status: 422,
      errors: [{ field: 'passkey', message: passkeyMessages.notYours.message }],
    });
  });

  it('opens no more than a suspended member, or one without details, may do', async () => {
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
      const authenticator = new SoftwareAuthenticator(ORIGIN);
      await store(member, authenticator);
      const token = await signIn(authenticator);
      expect(await app.call(getProfile, { token })).toMatchObject({ ok: true });
      expect(await app.call(listFeed, { token })).toMatchObject({ status: 403 });
      expect(await app.call(contract.startPasskey, { token })).toMatchObject({ status: 403 });
    }
  });

  it('is not removed while it is the only way in, also by two calls at once', async () => {
    const [first, second] = [await register(ana), await register(ana)];
    const { db } = app.services;
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', ana.id).execute();
    const answers = await Promise.all([first, second].map(({ passkey }) => remove(ana.token, passkey._id)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('that is removed while it signs in opens no session, and neither waits for the other', async () => {
    const { authenticator, passkey } = await register(ana);
    const answer = authenticator.answer(await startSignIn());
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

  it('is not registered twice, and not beyond the limit', async () => {
    const { authenticator } = await register(ana);
    const again = authenticator.register(await startRegistration(ana));
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

  it('whose counter falls back still signs in, and its member is warned', async () => {
    const { authenticator } = await register(ana);
    expect(await enter(authenticator.answer(await startSignIn(), { counter: 7 }))).toMatchObject({ ok: true });
    const answer = authenticator.answer(await startSignIn(), { counter: 7 });
    expect(await enter(answer)).toMatchObject({ ok: true });
    await expectMail('A passkey may have been copied – Afterhours');
  });
});

/** Registers a passkey for somebody who may not do so themselves. */
async function store(member: TestMember, authenticator: SoftwareAuthenticator): Promise<void> {
  const helper = await buildMember(app);
  await register(helper, authenticator);
  await sql`UPDATE credentials SET user_id = ${member.id}::uuid WHERE user_id = ${helper.id}::uuid`.execute(
    app.services.db,
  );
  authenticator.register({ challenge: '', rp: { id: '' }, user: { id: Buffer.from(member.id).toString('base64url') } });
}

describe('A hostile answer of an authenticator', () => {
  type Change = (answer: contract.PasskeyAnswer) => unknown;
  const same: Change = (answer) => answer;
  const lies: [string, Parameters<SoftwareAuthenticator['answer']>[1], Change][] = [
    ['from a page of another site', { origin: 'https://evil.example' }, same],
    ['from another port', { origin: `${ORIGIN}:8443` }, same],
    ['for another site', { rpId: 'evil.example' }, same],
    ['to a challenge that does not exist', { challenge: Buffer.alloc(32).toString('base64url') }, same],
    ['without the check of a finger or PIN', { verified: false }, same],
    ['without a touch', { present: false }, same],
    ['made for a registration', { type: 'webauthn.create' }, same],
    ['with the handle of somebody else', { userHandle: Buffer.from('somebody').toString('base64url') }, same],
    ['of an unknown passkey', { id: Buffer.alloc(32, 7).toString('base64url') }, same],
    ['signed by another key', { key: new SoftwareAuthenticator(ORIGIN).privateKey }, same],
    ['with another raw id', {}, (answer) => ({ ...answer, rawId: 'AAAA' })],
    [
      'with a cut signature',
      {},
      (answer) => ({ ...answer, response: { ...answer.response, signature: answer.response.signature.slice(0, 20) } }),
    ],
    [
      'with client data that is no JSON',
      {},
      (answer) => ({ ...answer, response: { ...answer.response, clientDataJSON: 'AAAA' } }),
    ],
    [
      'with empty authenticator data',
      {},
      (answer) => ({ ...answer, response: { ...answer.response, authenticatorData: 'AA' } }),
    ],
  ];

  it.each(lies)('is refused: %s', async (_name, told, change) => {
    const { authenticator } = await register(ana);
    const answer = change(authenticator.answer(await startSignIn(), told));
    const refused = await enter(answer);
    expect(refused).toMatchObject({ ok: false, status: 401 });
    expect(refused.message).toMatch(/Please/);
  });

  it('is refused the second time, also when both come at once', async () => {
    const { authenticator } = await register(ana);
    const answer = authenticator.answer(await startSignIn());
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(answer)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    expect(await enter(answer)).toMatchObject({ status: 401, message: passkeyMessages.late.message });
  });

  it('is refused after five minutes, and when its challenge was for something else', async () => {
    const { authenticator } = await register(ana);
    const answer = authenticator.answer(await startSignIn());
    await sql`UPDATE credential_challenges SET expires_at = now()`.execute(app.services.db);
    expect(await enter(answer)).toMatchObject({ status: 401, message: passkeyMessages.late.message });
    const started = await app.call(contract.startConfirmation, { token: ana.token });
    const other = authenticator.answer(started.ok ? started.body : { challenge: '', rpId: '' });
    expect(await enter(other)).toMatchObject({ status: 401, message: passkeyMessages.late.message });
  });

  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without the check of a finger or PIN', { verified: false }],
    ['made for a sign-in', { type: 'webauthn.get' }],
    ['with another id', { id: 'AAAA' }],
  ])('is refused as a new passkey: %s', async (_name, told) => {
    const answer = new SoftwareAuthenticator(ORIGIN).register(await startRegistration(ana), told);
    expect(await app.call(contract.addPasskey, { token: ana.token, body: answer })).toMatchObject({
      status: 422,
      errors: [{ field: 'response', message: passkeyMessages.refused.message }],
    });
  });

  it('is refused as a new passkey to the challenge of somebody else, and the second time', async () => {
    const authenticator = new SoftwareAuthenticator(ORIGIN);
    const add = (answer: unknown) => app.call(contract.addPasskey, { token: ana.token, body: answer });
    const late = { status: 422, errors: [{ message: passkeyMessages.late.message }] };
    expect(await add(authenticator.register(await startRegistration(await buildMember(app))))).toMatchObject(late);
    const answer = authenticator.register(await startRegistration(ana));
    expect(await add(answer)).toMatchObject({ ok: true });
    expect(await add(answer)).toMatchObject(late);
  });
});

describe('The tries of a network', () => {
  it('at passkeys end after thirty wrong ones', async () => {
    const limited = await buildTestApp({ PUBLIC_URL: ORIGIN, RATE_LIMIT_FACTOR: '1' });
    try {
      const answer = new SoftwareAuthenticator(ORIGIN).answer({ challenge: 'AAAA', rpId: 'community.example' });
      for (let tries = 0; tries < 30; tries++)
        expect(await limited.call(contract.signInByPasskey, { body: answer })).toMatchObject({ status: 401 });
      expect(await limited.call(contract.signInByPasskey, { body: answer })).toMatchObject({ status: 429 });
    } finally {
      await limited.close();
    }
  });
});
