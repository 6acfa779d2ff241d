import { login } from '@afterhours/contract/account/account';
import { startOidcLink, unlinkOidc } from '@afterhours/contract/account/oidc';
import * as passkeys from '@afterhours/contract/account/passkeys';
import { confirmIdentity } from '@afterhours/contract/account/recent-proof';
import { enableTwoFactor, startTwoFactor, verifyLogin } from '@afterhours/contract/account/two-factor';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDescription } from '#testing/calls/description.ts';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { codeOf } from '#testing/sign-in/authenticator.ts';
import { addPasskey, PASSKEY_SITE } from '#testing/sign-in/passkeys.ts';
import { turnOnTwoFactor } from '#testing/sign-in/two-factor.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const refused = { status: 403, reason: 'factor' };
let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: PASSKEY_SITE });
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

const startPasskey = (token: string) => app.call(passkeys.startPasskey, { token });
const startTotp = (token: string) => app.call(startTwoFactor, { token, body: { password: PASSWORD } });
const confirm = (token: string, body: object) => app.call(confirmIdentity, { token, body });
const signInByPassword = () => signIn(app, { email: ana.user.email, password: PASSWORD });

/** Makes the member's last proof by passkey or code too old in all sessions. */
async function forgetFactor(): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    UPDATE sessions SET factor_proven_at = now() - interval '11 minutes' WHERE user_id = ${ana.id}::uuid
    RETURNING id`.execute(app.services.db);
  for (const { id } of rows) app.services.sessions.drop(id);
}

describe('A change to how a member signs in', () => {
  it('does not accept a password, however recent, from a member who has a passkey', async () => {
    const { authenticator, passkey: added } = await addPasskey(app, ana);
    const { token } = await signInByPassword();
    const remove = () => app.call(passkeys.removePasskey, { token, params: { id: added._id } });
    expect(await confirm(token, { password: PASSWORD })).toMatchObject({ ok: true });
    expect(await startPasskey(token)).toMatchObject(refused);
    expect(await remove()).toMatchObject(refused);
    expect(await startTotp(token)).toMatchObject(refused);
    expect(await app.call(enableTwoFactor, { token, body: { code: '123456' } })).toMatchObject(refused);
    expect(await app.call(startOidcLink, { token })).toMatchObject(refused);
    expect(await app.call(unlinkOidc, { token })).toMatchObject(refused);
    const started = await app.call(passkeys.startConfirmation, { token });
    const passkey = authenticator.answer(started.ok ? started.body : { challenge: '', rpId: '' });
    expect(await confirm(token, { passkey })).toMatchObject({ ok: true });
    expect(await startTotp(token)).toMatchObject({ ok: true });
    expect(await remove()).toMatchObject({ ok: true });
  });

  it('accepts a code, but no password, from a member with two-step verification', async () => {
    const { secret } = await turnOnTwoFactor(app, ana);
    expect(await startPasskey(ana.token)).toMatchObject({ ok: true });
    await forgetFactor();
    expect(await confirm(ana.token, { password: PASSWORD })).toMatchObject({ ok: true });
    expect(await startPasskey(ana.token)).toMatchObject(refused);
    expect(await confirm(ana.token, { code: codeOf(secret) })).toMatchObject({ ok: true });
    expect(await startPasskey(ana.token)).toMatchObject({ ok: true });
  });

  it('is allowed in a session that was opened with a code or a passkey', async () => {
    const { authenticator } = await addPasskey(app, ana);
    const options = await app.call(passkeys.startPasskeySignIn);
    const body = authenticator.answer(options.ok ? options.body : { challenge: '', rpId: '' });
    const byPasskey = await app.call(passkeys.signInByPasskey, { body });
    expect(await startPasskey(byPasskey.ok ? byPasskey.body.token : '')).toMatchObject({ ok: true });
    const { secret } = await turnOnTwoFactor(app, ana);
    const first = await app.call(login, { body: { email: ana.user.email, password: PASSWORD } });
    const challenge = first.ok && 'challenge' in first.body ? first.body.challenge : '';
    const byCode = await app.call(verifyLogin, { body: { challenge, code: codeOf(secret) } });
    expect(await startPasskey(byCode.ok ? byCode.body.token : '')).toMatchObject({ ok: true });
  });

  it('accepts the password of a member with neither, or whose passkeys belong to another host', async () => {
    const { token } = await signInByPassword();
    expect(await startPasskey(token)).toMatchObject({ ok: true });
    const { passkey } = await addPasskey(app, ana);
    const { db } = app.services;
    await db.updateTable('credentials').set({ rp_id: 'before.example' }).where('id', '=', passkey._id).execute();
    expect(await startPasskey((await signInByPassword()).token)).toMatchObject({ ok: true });
  });

  it('is rejected in sessions from before the first passkey was added', async () => {
    const { token } = await signInByPassword();
    expect(await startPasskey(token)).toMatchObject({ ok: true });
    await addPasskey(app, ana);
    await expect.poll(() => startPasskey(token)).toMatchObject(refused);
  });

  it('requires only the password to turn on two-step verification, for a member with neither', async () => {
    await sql`UPDATE sessions SET created_at = now() - interval '11 minutes' WHERE user_id = ${ana.id}::uuid`.execute(
      app.services.db,
    );
    expect(await startPasskey(ana.token)).toMatchObject({ status: 403, reason: 'recent' });
    await turnOnTwoFactor(app, ana);
  });

  it('states its requirements in the API description', async () => {
    const { paths } = await readDescription<{
      paths: Record<string, Record<string, { 'x-recent'?: unknown; description: string }>>;
    }>(app);
    expect(paths['/api/passkeys/start']?.post).toMatchObject({ 'x-recent': 'factor' });
    expect(paths['/api/twoFactor/enable']?.post).toMatchObject({
      'x-recent': 'factor-if-any',
      description: expect.stringContaining('confirm by one of these'),
    });
  });
});
