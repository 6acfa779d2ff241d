import { hash } from 'node:crypto';
import { changePassword, getProfile, login } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import { changeEmail } from '@afterhours/contract/account/email-change';
import { confirmIdentity, RECENT_MINUTES } from '@afterhours/contract/account/recent-proof';
import * as contract from '@afterhours/contract/account/two-factor';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { expectBlocked } from '#testing/database/waiting-for-lock.ts';
import { buildMember, PASSWORD, removePassword, type TestMember } from '#testing/rows/members.ts';
import { codeOf } from '#testing/sign-in/authenticator.ts';
import { turnOnTwoFactor } from '#testing/sign-in/two-factor.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

async function start(member = ana) {
  const response = await succeed(
    app.call(contract.startTwoFactor, { token: member.token, body: { password: PASSWORD } }),
  );
  return response.body;
}

const enable = (member = ana) => turnOnTwoFactor(app, member);

async function challenge(member = ana): Promise<string> {
  const response = await app.call(login, { body: { email: member.user.email, password: PASSWORD } });
  if (!response.ok || !('challenge' in response.body)) throw new Error('no challenge');
  return response.body.challenge;
}

const verify = (challengeToken: string, code: string) =>
  app.call(contract.verifyLogin, { body: { challenge: challengeToken, code } });

describe('Turning two-step verification on', () => {
  it('shows a secret and its QR code, accepts a first code, and shows ten recovery codes once', async () => {
    const { secret, uri, qrCode } = await start();
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain(encodeURIComponent(ana.user.email));
    expect(qrCode).toMatch(/^<svg /);
    const state = () => app.call(contract.getTwoFactor, { token: ana.token });
    expect(await state()).toMatchObject({ body: { enabled: false, enabledAt: null, recoveryCodesLeft: 0 } });
    const wrong = await app.call(contract.enableTwoFactor, { token: ana.token, body: { code: '000000' } });
    expect(wrong).toMatchObject({ status: 422, errors: [{ field: 'code' }] });
    const right = { token: ana.token, body: { code: ` ${codeOf(secret).replace(/^.../, '$& ')}` } };
    const enabled = await app.call(contract.enableTwoFactor, right);
    expect(enabled.ok && new Set(enabled.body.recoveryCodes).size).toBe(contract.RECOVERY_CODES);
    expect(await state()).toMatchObject({ body: { enabled: true, recoveryCodesLeft: 10 } });
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ body: { twoFactorEnabled: true } });
    expect(await app.call(contract.enableTwoFactor, right)).toMatchObject({ status: 409 });
    expect(await app.call(contract.startTwoFactor, { token: ana.token, body: { password: PASSWORD } })).toMatchObject({
      status: 409,
    });
  });

  it('checks the code against the stored secret, whatever another tab starts in the meantime', async () => {
    const { db } = app.services;
    const [first, replacement] = [await start(), await start(await buildMember(app))];
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = db.transaction().execute(async (tx) => {
      await tx.selectFrom('users').select('id').where('id', '=', ana.id).forUpdate().execute();
      await tx.updateTable('two_factor').set({ secret: replacement.secret }).where('user_id', '=', ana.id).execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const body = { code: codeOf(first.secret) };
    const response = app.call(contract.enableTwoFactor, { token: ana.token, body });
    const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
    release.resolve();
    await other;
    expect(await response).toMatchObject({ status: 422, errors: [{ field: 'code' }] });
  });

  it('keeps out who gave the password just before, and nothing else', async () => {
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const turningOn = app.services.db.transaction().execute(async (tx) => {
      const change = { two_factor_enabled_at: new Date() };
      await tx.updateTable('users').set(change).where('id', '=', ana.id).execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const entering = app.call(login, { body: { email: ana.user.email, password: PASSWORD } });
    await expectBlocked(app, 'INSERT INTO sessions');
    release.resolve();
    await turningOn;
    expect(await entering).toMatchObject({ ok: false, status: 401 });
  });

  it('requires the password, and a secret to have been created', async () => {
    const wrong = { token: ana.token, body: { password: 'Wrong42pass' } };
    expect(await app.call(contract.startTwoFactor, wrong)).toMatchObject({ errors: [{ field: 'password' }] });
    expect(await app.call(contract.startTwoFactor, { token: ana.token })).toMatchObject({ status: 422 });
    expect(await app.call(contract.enableTwoFactor, { token: ana.token, body: { code: '123456' } })).toMatchObject({
      status: 409,
    });
  });

  it('requires a recent sign-in of a member without a password', async () => {
    await removePassword(app, ana, RECENT_MINUTES + 1);
    const again = () => app.call(contract.startTwoFactor, { token: ana.token, body: {} });
    expect(await again()).toMatchObject({ status: 403, reason: 'recent' });
    await removePassword(app, ana, 1);
    expect(await again()).toMatchObject({ ok: true });
  });

  it('requires a session', async () => {
    const routes = [contract.startTwoFactor, contract.enableTwoFactor, contract.disableTwoFactor];
    for (const route of routes) expect(await app.call(route, { body: { code: '1' } })).toMatchObject({ status: 401 });
    expect(await app.call(contract.getTwoFactor)).toMatchObject({ status: 401 });
  });
});

describe('Signing in with two-step verification', () => {
  it('requires a code after the password, and each code works once', async () => {
    const { secret } = await enable();
    const first = await challenge();
    expect(await verify(first, '000000')).toMatchObject({ status: 422, errors: [{ field: 'code' }] });
    const code = codeOf(secret);
    const entered = await verify(first, code);
    expect(entered).toMatchObject({ ok: true, body: { user: { _id: ana.id }, recoveryCodesLeft: 10 } });
    expect(await app.call(getProfile, { token: entered.ok ? entered.body.token : null })).toMatchObject({ ok: true });
    expect(await verify(first, codeOf(secret, 1))).toMatchObject({ status: 401 });
    expect(await verify(await challenge(), code)).toMatchObject({ status: 422 });
    expect(await verify(await challenge(), codeOf(secret, 1))).toMatchObject({ ok: true });
  });

  it('accepts one of many concurrent callers with the same code', async () => {
    const { secret } = await enable();
    const challenges = await Promise.all(Array.from({ length: 5 }, () => challenge()));
    const code = codeOf(secret);
    const responses = await Promise.all(challenges.map((challenge) => verify(challenge, code)));
    expect(responses.filter((response) => response.ok)).toHaveLength(1);
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const { recoveryCodes } = await enable();
    const [code = ''] = recoveryCodes;
    const entered = await verify(await challenge(), ` ${code.toUpperCase().replaceAll('-', ' ')}`);
    expect(entered).toMatchObject({ ok: true, body: { recoveryCodesLeft: 9 } });
    expect(await verify(await challenge(), code)).toMatchObject({ status: 422 });
  });

  it('logs each step that fails, and how the member has signed in', async () => {
    const { secret } = await enable();
    const record = vi.spyOn(app.services.security, 'record');
    const place = { memberId: ana.id, address: '127.0.0.1' };
    await verify(await challenge(), '000000');
    expect(record.mock.lastCall).toEqual(['sign-in-failed', { ...place, method: 'code' }]);
    await verify(await challenge(), codeOf(secret));
    expect(record.mock.calls.find(([kind]) => kind === 'sign-in')?.[1]).toEqual({ ...place, method: 'code' });
    const { token } = await buildMember(app);
    const wrong: [Parameters<typeof app.call>[0], object][] = [
      [confirmIdentity, { password: 'Wrong42pass' }],
      [confirmIdentity, { code: '000000' }],
      [contract.startTwoFactor, { password: 'Wrong42pass' }],
      [changePassword, { currentPassword: 'Wrong42pass', newPassword: 'Another42light' }],
      [changeEmail, { newEmail: 'other@example.com', password: 'Wrong42pass' }],
      [deleteAccount, { password: 'Wrong42pass' }],
    ];
    for (const [route, body] of wrong) {
      record.mockClear();
      expect(await app.call(route, { token, body })).toMatchObject({ status: 422 });
      expect(record.mock.calls.map(([kind]) => kind)).toEqual(['proof-failed']);
    }
    record.mockClear();
    const easy = { currentPassword: PASSWORD, newPassword: 'Password1' };
    expect(await app.call(changePassword, { token, body: easy })).toMatchObject({ status: 422 });
    expect(record).not.toHaveBeenCalled();
    record.mockRestore();
  });

  it('hashes recovery codes like passwords, and accepts those that an earlier version has hashed faster', async () => {
    const { recoveryCodes } = await enable();
    const [code = '', former = ''] = recoveryCodes;
    const fastHash = (text: string) => hash('sha256', `${ana.id}:${text.replaceAll('-', '')}`, 'buffer');
    const { db } = app.services;
    const rows = await db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', ana.id).execute();
    const stored = rows.map((row) => row.code_hash.toString('hex'));
    expect(new Set(stored).size).toBe(contract.RECOVERY_CODES);
    for (const each of recoveryCodes) expect(stored).not.toContain(fastHash(each).toString('hex'));
    await db.deleteFrom('recovery_codes').where('user_id', '=', ana.id).execute();
    await db
      .insertInto('recovery_codes')
      .values({ user_id: ana.id, code_hash: fastHash(former) })
      .execute();
    expect(await verify(await challenge(), code)).toMatchObject({ status: 422 });
    expect(await verify(await challenge(), former)).toMatchObject({ ok: true, body: { recoveryCodesLeft: 0 } });
  });

  it('invalidates a challenge after five attempts, ten minutes, or a password change', async () => {
    const { secret } = await enable();
    const tried = await challenge();
    for (let count = 0; count < contract.CHALLENGE_TRIES; count++) await verify(tried, '000000');
    expect(await verify(tried, codeOf(secret))).toMatchObject({ status: 401 });
    const late = await challenge();
    await app.services.db
      .updateTable('sign_in_challenges')
      .set({ expires_at: new Date(0) })
      .execute();
    expect(await verify(late, codeOf(secret))).toMatchObject({ status: 401 });
    const old = await challenge();
    const body = { currentPassword: PASSWORD, newPassword: 'Another42light' };
    expect(await app.call(changePassword, { token: ana.token, body })).toMatchObject({ ok: true });
    expect(await verify(old, codeOf(secret))).toMatchObject({ status: 401 });
    expect(await verify('made up', codeOf(secret))).toMatchObject({ status: 401 });
  });

  it("limits a member's codes across all challenges", async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
    try {
      const member = await buildMember(limited);
      await turnOnTwoFactor(limited, member);
      const statuses: number[] = [];
      for (let count = 0; count < 12; count++) {
        const entered = await limited.call(login, { body: { email: member.user.email, password: PASSWORD } });
        if (!entered.ok || !('challenge' in entered.body)) throw new Error('no challenge');
        const sent = { challenge: entered.body.challenge, code: '000000' };
        statuses.push((await limited.call(contract.verifyLogin, { body: sent })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
    } finally {
      await limited.close();
    }
  });
});

it('The right password in between does not allow a member to try more codes', async () => {
  const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '2' });
  try {
    const member = await buildMember(limited);
    await turnOnTwoFactor(limited, member);
    const confirm = async (body: object) =>
      (await limited.call(confirmIdentity, { token: member.token, body })).status ?? 200;
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) {
      statuses.push(await confirm({ code: '000000' }));
      await confirm({ password: PASSWORD });
    }
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429]);
  } finally {
    await limited.close();
  }
});

describe('Changing two-step verification', () => {
  it('turns it off with password and code, after which the password is enough', async () => {
    const { secret } = await enable();
    const disable = (password: string, code: string) =>
      app.call(contract.disableTwoFactor, { token: ana.token, body: { password, code } });
    expect(await disable('Wrong42pass', codeOf(secret))).toMatchObject({ errors: [{ field: 'password' }] });
    expect(await disable(PASSWORD, '000000')).toMatchObject({ errors: [{ field: 'code' }] });
    expect(await disable(PASSWORD, codeOf(secret))).toMatchObject({ ok: true });
    expect(await disable(PASSWORD, codeOf(secret, 1))).toMatchObject({ status: 409 });
    const entered = await app.call(login, { body: { email: ana.user.email, password: PASSWORD } });
    expect(entered.ok && 'token' in entered.body).toBe(true);
  });

  it('replaces the recovery codes and invalidates the old ones', async () => {
    const { secret, recoveryCodes } = await enable();
    const renewed = await app.call(contract.renewRecoveryCodes, {
      token: ana.token,
      body: { password: PASSWORD, code: codeOf(secret) },
    });
    expect(await verify(await challenge(), recoveryCodes[0] ?? '')).toMatchObject({ status: 422 });
    const [fresh = ''] = renewed.ok ? renewed.body.recoveryCodes : [];
    expect(await verify(await challenge(), fresh)).toMatchObject({ ok: true });
  });
});
