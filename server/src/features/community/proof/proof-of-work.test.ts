import { signup } from '@afterhours/contract/account/account';
import { DAY_MS } from '@afterhours/contract/base/durations';
import {
  type CommunitySettings,
  defaultSettings,
  getCommunity,
  getCommunitySettings,
  makeInvitation,
  setCommunitySettings,
} from '@afterhours/contract/community/community';
import { type Challenge, getChallenge } from '@afterhours/contract/community/proof-of-work';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildSignup, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { deleteExpiredProofs } from './proof-of-work.ts';

let app: TestApp;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ SIGN_UPS_PER_HOUR: '0' });
  owner = await buildStaff(app, 'owner');
});
beforeEach(() => save({ proofOfWork: true }));
afterAll(() => app.close());

async function save(settings: Partial<CommunitySettings>): Promise<void> {
  const before = await succeed(app.call(getCommunitySettings, { token: owner.token }));
  const body = { ...defaultSettings, ...settings, version: before.body.version };
  await succeed(app.call(setCommunitySettings, { token: owner.token, body }));
}
async function requestChallenge(): Promise<Challenge> {
  const response = await app.call(getChallenge);
  if (!response.ok || !response.body) throw new Error('no challenge');
  return response.body;
}
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
async function solve(challenge: Challenge): Promise<{ counter: number; derivedKey: string }> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return { counter: solution.counter, derivedKey: solution.derivedKey };
}
async function prove(): Promise<string> {
  const challenge = await requestChallenge();
  return encode({ challenge, solution: await solve(challenge) });
}
const join = (fields: object = {}) => app.call(signup, { body: { ...buildSignup(), ...fields } });

describe('A proof of work', () => {
  it('is not required unless an owner switches it on', async () => {
    await save({});
    expect(await app.call(getChallenge)).toMatchObject({ ok: true, body: null });
    expect(await app.call(getCommunity)).toMatchObject({ body: { proofOfWork: false } });
    expect(await join()).toMatchObject({ ok: true });
  });

  it("is required to register, which the refusal's code states", async () => {
    expect(await app.call(getCommunity)).toMatchObject({ body: { proofOfWork: true } });
    expect(await join()).toMatchObject({
      status: 422,
      errors: [{ field: 'proof', code: 'proofOfWork.needed' }],
    });
    expect(await join({ proof: await prove() })).toMatchObject({ ok: true });
  });

  it('is valid once, even if it is sent concurrently, to two servers, and after a failed attempt', async () => {
    const secondServer = await startSecondServer(app);
    await expect.poll(() => secondServer.services.community.asksForWork()).toBe(true);
    const proof = await prove();
    const joinThere = async () =>
      (
        await fetch(`${secondServer.origin}/api/signup`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...buildSignup(), proof }),
        })
      ).status;
    const statuses = await Promise.all([
      ...[1, 2, 3].map(async () => (await join({ proof })).status),
      joinThere(),
      joinThere(),
    ]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(4);
    await secondServer.stop();
    const failed = await prove();
    expect(await join({ proof: failed, email: owner.user.email })).toMatchObject({ status: 409 });
    expect(await join({ proof: failed })).toMatchObject({ status: 422, errors: [{ code: 'proofOfWork.late' }] });
  });

  it('is not used up by a password that is too easy to guess', async () => {
    const proof = await prove();
    expect(await join({ proof, password: 'Password1' })).toMatchObject({ errors: [{ field: 'password' }] });
    expect(await join({ proof })).toMatchObject({ ok: true });
  });

  it('is rejected if it is wrong, forged, altered or late', async () => {
    const challenge = await requestChallenge();
    const solution = await solve(challenge);
    const wrong = { field: 'proof', code: 'proofOfWork.wrong' };
    const { parameters } = challenge;
    for (const proof of [
      'nonsense',
      encode('nonsense'),
      encode({ challenge }),
      encode({ challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } }),
      encode({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution }),
      encode({ challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution }),
      encode({
        challenge: { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 60 } },
        solution,
      }),
    ])
      expect(await join({ proof }), proof).toMatchObject({ status: 422, errors: [wrong] });
    const late = { ...challenge, parameters: { ...parameters, expiresAt: Math.floor(Date.now() / 1_000) - 1 } };
    expect(await join({ proof: encode({ challenge: late, solution }) })).toMatchObject({
      errors: [{ code: 'proofOfWork.late' }],
    });
    for (const proof of [7, 'x'.repeat(2_001), 'ä'])
      expect(await join({ proof })).toMatchObject({ status: 422, errors: [{ field: 'proof' }] });
    expect(await join({ proof: encode({ challenge, solution }) })).toMatchObject({ ok: true });
  });

  it('is not required with an invitation, which loses a use instead', async () => {
    const until = new Date(Date.now() + DAY_MS).toISOString();
    const created = await app.call(makeInvitation, { token: owner.token, body: { uses: 1, until } });
    const invitation = created.ok ? created.body.code : '';
    expect(await join({ invitation: 'nobodysinvit' })).toMatchObject({ errors: [{ field: 'invitation' }] });
    const both = await Promise.all([join({ invitation }), join({ invitation })]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  });

  it('is stored until an hour after it has expired', async () => {
    const { db } = app.services;
    expect(await join({ proof: await prove() })).toMatchObject({ ok: true });
    const count = async () =>
      Number((await sql<{ n: string }>`SELECT count(*) AS n FROM used_proofs`.execute(db)).rows[0]?.n);
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await deleteExpiredProofs(db);
    expect(await count()).toBe(before);
    await sql`UPDATE used_proofs SET expires_at = now() - interval '2 hours'`.execute(db);
    await deleteExpiredProofs(db);
    expect(await count()).toBe(0);
  });
});

describe('A site without https', () => {
  it('does not require a proof that browsers could not compute, and states why', async () => {
    const plain = await buildTestApp({ PUBLIC_URL: 'http://community.example' });
    const { token } = await buildStaff(plain, 'owner');
    const body = { ...defaultSettings, proofOfWork: true, version: 0 };
    expect(await plain.call(setCommunitySettings, { token, body })).toMatchObject({
      status: 422,
      errors: [{ field: 'proofOfWork', code: 'community.proofNeedsHttps' }],
    });
    await plain.services.db
      .insertInto('community_settings')
      .values({ settings: JSON.stringify({ proofOfWork: true }), version: 1 })
      .execute();
    await plain.services.community.reload();
    expect(await plain.call(getChallenge)).toMatchObject({ body: null });
    expect(await plain.call(signup, { body: buildSignup() })).toMatchObject({ ok: true });
    await plain.close();
  });
});
