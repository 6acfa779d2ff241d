import * as contract from '@afterhours/contract/account/passkeys';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
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

const enter = (body: unknown) => app.call(contract.signInByPasskey, { body });

describe('A forged or replayed authenticator response', () => {
  type Change = (answer: contract.PasskeyAnswer) => unknown;
  const same: Change = (answer) => answer;
  const lies: [string, Parameters<SoftwareAuthenticator['answer']>[1], Change][] = [
    ['from a page of another site', { origin: 'https://evil.example' }, same],
    ['from another port', { origin: `${PASSKEY_SITE}:8443` }, same],
    ['for another site', { rpId: 'evil.example' }, same],
    ['for a challenge that does not exist', { challenge: Buffer.alloc(32).toString('base64url') }, same],
    ['without user verification', { verified: false }, same],
    ['without user presence', { present: false }, same],
    ['made for a registration', { type: 'webauthn.create' }, same],
    ["with another member's user handle", { userHandle: Buffer.from('somebody').toString('base64url') }, same],
    ['of an unknown passkey', { id: Buffer.alloc(32, 7).toString('base64url') }, same],
    ['signed by another key', { key: new SoftwareAuthenticator(PASSKEY_SITE).privateKey }, same],
    ['with a different raw id', {}, (answer) => ({ ...answer, rawId: 'AAAA' })],
    [
      'with a truncated signature',
      {},
      (answer) => ({ ...answer, response: { ...answer.response, signature: answer.response.signature.slice(0, 20) } }),
    ],
    [
      'with client data that is not JSON',
      {},
      (answer) => ({ ...answer, response: { ...answer.response, clientDataJSON: 'AAAA' } }),
    ],
    [
      'with empty authenticator data',
      {},
      (answer) => ({ ...answer, response: { ...answer.response, authenticatorData: 'AA' } }),
    ],
  ];

  it.each(lies)('is rejected: %s', async (_name, changes, change) => {
    const { authenticator } = await addPasskey(app, ana);
    const answer = change(authenticator.answer(await startPasskeySignIn(app), changes));
    const refused = await enter(answer);
    expect(refused).toMatchObject({ ok: false, status: 401 });
    expect(refused.message).toMatch(/Please/);
  });

  it('is rejected the second time, even if both arrive at once', async () => {
    const { authenticator } = await addPasskey(app, ana);
    const answer = authenticator.answer(await startPasskeySignIn(app));
    const responses = await Promise.all(Array.from({ length: 4 }, () => enter(answer)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    expect(await enter(answer)).toMatchObject({ status: 401, message: passkeyMessages.late.message });
  });

  it('is rejected after five minutes, and if its challenge was issued for another purpose', async () => {
    const { authenticator } = await addPasskey(app, ana);
    const answer = authenticator.answer(await startPasskeySignIn(app));
    await sql`UPDATE credential_challenges SET expires_at = now()`.execute(app.services.db);
    expect(await enter(answer)).toMatchObject({ status: 401, message: passkeyMessages.late.message });
    const started = await app.call(contract.startConfirmation, { token: ana.token });
    const other = authenticator.answer(started.ok ? started.body : { challenge: '', rpId: '' });
    expect(await enter(other)).toMatchObject({ status: 401, message: passkeyMessages.late.message });
  });

  it.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without user verification', { verified: false }],
    ['made for a sign-in', { type: 'webauthn.get' }],
    ['with a different id', { id: 'AAAA' }],
    ['with an algorithm that was not offered', { algorithm: -65535 }],
    ['with a key that no signature fits', { point: { x: 'AQ', y: 'AQ' } }],
  ])('is rejected as a new passkey: %s', async (_name, changes) => {
    const answer = new SoftwareAuthenticator(PASSKEY_SITE).register(await startRegistration(app, ana), changes);
    expect(await app.call(contract.addPasskey, { token: ana.token, body: answer })).toMatchObject({
      status: 422,
      errors: [{ field: 'response', message: passkeyMessages.refused.message }],
    });
  });

  it("is rejected as a new passkey for another member's challenge, and the second time", async () => {
    const authenticator = new SoftwareAuthenticator(PASSKEY_SITE);
    const add = (answer: unknown) => app.call(contract.addPasskey, { token: ana.token, body: answer });
    const late = { status: 422, errors: [{ message: passkeyMessages.late.message }] };
    expect(await add(authenticator.register(await startRegistration(app, await buildMember(app))))).toMatchObject(late);
    const answer = authenticator.register(await startRegistration(app, ana));
    expect(await add(answer)).toMatchObject({ ok: true });
    expect(await add(answer)).toMatchObject(late);
  });
});

describe('The passkey attempts of a network', () => {
  it('are refused after thirty wrong ones', async () => {
    const limited = await buildTestApp({ PUBLIC_URL: PASSKEY_SITE, RATE_LIMIT_FACTOR: '1' });
    try {
      const answer = new SoftwareAuthenticator(PASSKEY_SITE).answer({ challenge: 'AAAA', rpId: 'community.example' });
      for (let tries = 0; tries < 30; tries++)
        expect(await limited.call(contract.signInByPasskey, { body: answer })).toMatchObject({ status: 401 });
      expect(await limited.call(contract.signInByPasskey, { body: answer })).toMatchObject({ status: 429 });
    } finally {
      await limited.close();
    }
  });
});
