import * as contract from '@afterhours/contract/account/oidc';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuerInUse } from '#config/oidc-settings.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { type FakeOidcProvider, startFakeOidcProvider } from '#testing/servers/fake-oidc-provider.ts';
import { cookieOf, enterByOidc, linkOidc, oidcSettings, somebody } from '#testing/sign-in/oidc.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const WELL_KNOWN = '.well-known/openid-configuration';
let provider: FakeOidcProvider;
let app: TestApp;

beforeAll(async () => {
  provider = await startFakeOidcProvider();
  app = await buildTestApp(oidcSettings(provider));
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

describe('A linked account', () => {
  let member: TestMember;
  beforeEach(async () => {
    member = await buildMember(app);
  });
  const unlink = () => app.call(contract.unlinkOidc, { token: member.token });
  const linked = () => app.call(contract.getOidcLink, { token: member.token });

  it('signs its member in until it is unlinked; mails report both', async () => {
    const claims = somebody();
    expect(await linked()).toMatchObject({ body: { provider: 'Studio', linked: false } });
    expect(await linkOidc({ app, provider }, member, claims)).toMatchObject({ ok: true, body: { linked: true } });
    expect((await app.mail.next(member.user.email)).subject).toBe('Another account was linked to yours – Afterhours');
    expect(await enterByOidc({ app, provider }, claims)).toMatchObject({
      body: { isNew: false, user: { _id: member.id } },
    });
    expect(await unlink()).toMatchObject({ ok: true, body: { linked: false } });
    expect(await unlink()).toMatchObject({ status: 404 });
    expect(await enterByOidc({ app, provider }, claims)).toMatchObject({ body: { isNew: true } });
  });

  it('is limited to one per member, and belongs to one member only', async () => {
    const claims = somebody();
    await linkOidc({ app, provider }, member, claims);
    expect(await linkOidc({ app, provider }, member, somebody())).toMatchObject({ status: 409 });
    expect(await linkOidc({ app, provider }, await buildMember(app), claims)).toMatchObject({
      status: 409,
      message: 'This account at Studio is linked to another member.',
    });
  });

  it('requires a verified address on both sides, and the member who started it', async () => {
    expect(await linkOidc({ app, provider }, member, somebody({ email_verified: false }))).toMatchObject({
      status: 401,
    });
    const unconfirmed = await buildMember(app, { confirmed: false });
    expect(await linkOidc({ app, provider }, unconfirmed, somebody())).toMatchObject({
      status: 403,
      reason: 'unconfirmed',
    });
    const started = await app.call(contract.startOidcLink, { token: member.token });
    const address = started.ok ? started.body.address : '';
    const sent = { headers: { cookie: cookieOf(started) }, body: { answer: '' } };
    sent.body.answer = String(provider.authorize(address, somebody()));
    const { token } = await buildMember(app);
    expect(await app.call(contract.linkOidc, { token, ...sent })).toMatchObject({ status: 401 });
    // It does not sign anybody in, either.
    expect(await app.call(contract.finishOidc, sent)).toMatchObject({ status: 401 });
  });

  it('cannot be unlinked while it is the only way to sign in', async () => {
    await linkOidc({ app, provider }, member, somebody());
    const { db } = app.services;
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', member.id).execute();
    expect(await unlink()).toMatchObject({ status: 409 });
    expect(await linked()).toMatchObject({ body: { linked: true } });
  });
});
describe('An account at a previously configured provider', () => {
  it('cannot sign in, does not count as linked, and stays when the present one is unlinked', async () => {
    const member = await buildMember(app);
    const { token } = member;
    const { db } = app.services;
    const before = { issuer: 'https://before.example', subject: 'mira', user_id: member.id };
    await db.insertInto('oidc_identities').values(before).execute();
    expect(await app.call(contract.getOidcLink, { token })).toMatchObject({ body: { linked: false } });
    expect(await app.call(contract.unlinkOidc, { token })).toMatchObject({ status: 404 });
    expect(await linkOidc({ app, provider }, member, somebody())).toMatchObject({ ok: true, body: { linked: true } });
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', member.id).execute();
    expect(await app.call(contract.unlinkOidc, { token })).toMatchObject({ status: 409 });
    await db.updateTable('users').set({ password_hash: 'a hash' }).where('id', '=', member.id).execute();
    expect(await app.call(contract.unlinkOidc, { token })).toMatchObject({ ok: true });
    const kept = await db.selectFrom('oidc_identities').select('issuer').where('user_id', '=', member.id).execute();
    expect(kept).toEqual([{ issuer: before.issuer }]);
  });

  it('is told apart from the present one, whether or not the setting ends with a slash', () => {
    for (const issuer of ['https://id.example', 'https://id.example/', `https://id.example/${WELL_KNOWN}`])
      expect(issuerInUse({ issuer })).toBe('https://id.example');
  });
});
