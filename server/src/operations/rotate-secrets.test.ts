import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { login } from '@afterhours/contract/account/account';
import * as contract from '@afterhours/contract/account/two-factor';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseUrl } from '#testing/database/test-database.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { codeOf } from '#testing/sign-in/authenticator.ts';
import { turnOnTwoFactor } from '#testing/sign-in/two-factor.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { parseConfig } from '../config/config.ts';
import { reseal, twoFactorSecret } from '../platform/secrets/sealed-columns.ts';
import { toSecretsKey } from '../platform/secrets/sealing.ts';
import { createSecrets } from '../platform/secrets/secrets.ts';
import { openSecrets } from '../start/secrets-key.ts';
import { rotateSecrets } from './rotate-secrets.ts';

let app: TestApp;
let url = '';

beforeAll(async () => {
  app = await buildTestApp();
  url = databaseUrl(app.connection);
});
afterAll(() => app.close());

const keyFileOf = (): string => `${app.dataDir}/secrets.key`;
const configWith = (settings: Record<string, string> = {}) =>
  parseConfig({ DATABASE_URL: url, DATA_DIR: app.dataDir, ...settings }, app.dataDir);

async function secretIn(member: TestMember): Promise<string> {
  const { rows } = await app.database.pool.query<{ secret: string }>(
    'SELECT secret FROM two_factor WHERE user_id = $1',
    [member.id],
  );
  return rows[0]?.secret ?? '';
}

/** Returns a member with two-step verification whose codes from the present step on are unused. */
async function protectedMember() {
  const member = await buildMember(app);
  return { member, ...(await turnOnTwoFactor(app, member)) };
}

async function signIn({ member }: { member: TestMember }, code: string) {
  const firstStep = await app.call(login, { body: { email: member.user.email, password: PASSWORD } });
  if (!firstStep.ok || !('challenge' in firstStep.body)) throw new Error('no challenge');
  return app.call(contract.verifyLogin, { body: { challenge: firstStep.body.challenge, code } });
}

describe('The secrets of two-step verification', () => {
  it('are sealed in the database, by a key in a file that only the server can read', async () => {
    const ana = await protectedMember();
    expect(await secretIn(ana.member)).toMatch(/^v1\.[0-9a-f]{16}\./);
    const { rows } = await app.database.pool.query<{ whole: string }>('SELECT t::text AS whole FROM two_factor t');
    expect(rows.map(({ whole }) => whole).join()).not.toContain(ana.secret);
    expect(statSync(keyFileOf()).mode & 0o777).toBe(0o600);
    expect(await signIn(ana, codeOf(ana.secret))).toMatchObject({ ok: true });
  });

  it('of one member do not open in the row of another', async () => {
    const [ana, ben] = [await protectedMember(), await protectedMember()];
    await app.database.pool.query('UPDATE two_factor SET secret = $2 WHERE user_id = $1', [
      ben.member.id,
      await secretIn(ana.member),
    ]);
    expect(await signIn(ben, codeOf(ana.secret))).toMatchObject({ ok: false, status: 422 });
    await app.database.pool.query('DELETE FROM two_factor WHERE user_id = $1', [ben.member.id]);
  });

  it('written by a previous version are still accepted, and sealed by the job', async () => {
    const ana = await protectedMember();
    const store = (secret: string) =>
      app.database.pool.query('UPDATE two_factor SET secret = $2, last_step = 0 WHERE user_id = $1', [
        ana.member.id,
        secret,
      ]);
    await store(ana.secret);
    expect(await signIn(ana, codeOf(ana.secret))).toMatchObject({ ok: true });
    expect(await reseal(app.services.db, app.services.secrets, twoFactorSecret, { all: false })).toEqual({
      sealed: 1,
      lost: 0,
    });
    expect(await secretIn(ana.member)).toMatch(/^v1\./);
    expect(await signIn(ana, codeOf(ana.secret, 1))).toMatchObject({ ok: true });
  });
});

describe('A rotation', () => {
  it('seals everything with a new key while members sign in', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, protectedMember));
    const before = await Promise.all(members.map(({ member }) => secretIn(member)));
    const running = Promise.all(members.map((each) => signIn(each, codeOf(each.secret))));
    const { sealed, lost } = await rotateSecrets(configWith(), { lostKey: false });
    expect(sealed).toBeGreaterThanOrEqual(members.length);
    expect(lost).toEqual([]);
    expect((await running).every(({ ok }) => ok)).toBe(true);
    const after = await Promise.all(members.map(({ member }) => secretIn(member)));
    expect(new Set(after.map((stored) => stored.split('.')[1]))).toHaveLength(1);
    expect(after[0]?.split('.')[1]).not.toBe(before[0]?.split('.')[1]);
    const again = await Promise.all(members.map((each) => signIn(each, codeOf(each.secret, 1))));
    expect(again.every(({ ok }) => ok)).toBe(true);
    expect(readFileSync(keyFileOf(), 'utf8').trim().split('\n')).toHaveLength(2);
    expect(statSync(keyFileOf()).mode & 0o777).toBe(0o600);
  });

  it('rejects a damaged key file by name', async () => {
    const kept = readFileSync(keyFileOf(), 'utf8');
    writeFileSync(keyFileOf(), 'half a key\n');
    await expect(rotateSecrets(configWith(), { lostKey: false })).rejects.toThrow(/secrets\.key is damaged/);
    writeFileSync(keyFileOf(), kept);
  });
});

describe('A server', () => {
  it('refuses to start with another key, or without the key file after a restore, and says what to do', async () => {
    const other = configWith({ SECRETS_KEY: 'ab'.repeat(32) });
    await expect(openSecrets(other, app.services.db)).rejects.toThrow(
      /not in SECRETS_KEY, which has a different key.*--lost-key/,
    );
    const kept = readFileSync(keyFileOf(), 'utf8');
    rmSync(keyFileOf());
    await expect(openSecrets(configWith(), app.services.db)).rejects.toThrow(/not in .*secrets\.key\. All servers/);
    writeFileSync(keyFileOf(), kept, { mode: 0o600 });
    await expect(openSecrets(configWith(), app.services.db)).resolves.toBeDefined();
  });

  it('accepts several keys in SECRETS_KEY: the first seals, the others only open', async () => {
    const [old, fresh] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)].map(toSecretsKey);
    if (!old || !fresh) throw new Error('no keys');
    const cell = { table: 't', column: 'c', row: '1' };
    const before = createSecrets([old], async () => [old]).seal(cell, 'kept');
    const both = createSecrets([fresh, old], async () => [fresh, old]);
    expect(await both.open(cell, before)).toBe('kept');
    expect(both.seal(cell, 'new').split('.')[1]).toBe(fresh.id);
    expect(await createSecrets([fresh], async () => [fresh]).open(cell, before)).toBeNull();
  });

  it('continues after --lost-key: members sign in with a recovery code and set it up again', async () => {
    const ana = await protectedMember();
    rmSync(keyFileOf());
    const { lost } = await rotateSecrets(configWith(), { lostKey: true });
    expect(lost).toEqual([{ what: 'two-step verification', rows: expect.any(Number) }]);
    // A server that starts now has only the new key.
    const secondServer = await openSecrets(configWith(), app.services.db);
    const cell = { table: 'two_factor', column: 'secret', row: ana.member.id };
    expect(await secondServer.open(cell, await secretIn(ana.member))).toBeNull();
    Object.assign(app.services, { secrets: secondServer });
    expect(await signIn(ana, codeOf(ana.secret))).toMatchObject({ ok: false, status: 422 });
    expect(await signIn(ana, ana.recoveryCodes[0] ?? '')).toMatchObject({ ok: true });
  });
});
