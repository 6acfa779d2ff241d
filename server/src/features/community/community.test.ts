import { signup } from '@afterhours/contract/account/account';
import { changeEmail } from '@afterhours/contract/account/email-change';
import {
  type CommunitySettings,
  defaultSettings,
  endInvitation,
  getCommunity,
  getCommunitySettings,
  listInvitations,
  makeInvitation,
  setCommunitySettings,
} from '@afterhours/contract/community/community';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, buildSignup, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inDays } from '#testing/times.ts';

let app: TestApp;
let owner: TestMember;
let moderator: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ APP_NAME: 'Night Owls', SUPPORT_EMAIL: 'help@owls.example', SIGN_UPS_PER_HOUR: '0' });
  owner = await buildStaff(app, 'owner');
  moderator = await buildStaff(app, 'moderator');
});
beforeEach(() => save({}));
afterAll(() => app.close());

async function save(settings: Partial<CommunitySettings>) {
  const before = await succeed(app.call(getCommunitySettings, { token: owner.token }));
  const body = { ...defaultSettings, ...settings, version: before.body.version };
  return (await succeed(app.call(setCommunitySettings, { token: owner.token, body }))).body;
}

const invite = (body: unknown, by = moderator) => app.call(makeInvitation, { token: by.token, body });
async function codeFor(uses: number): Promise<string> {
  const created = await succeed(invite({ uses, until: inDays(7) }));
  expect(created.body.link).toBe(`${app.services.config.publicUrl}/Register?invitation=${created.body.code}`);
  return created.body.code;
}
const join = (fields: Record<string, unknown> = {}) => app.call(signup, { body: { ...buildSignup(), ...fields } });

describe('The settings of a community', () => {
  it('start with those of the server, and only those meant for the public are public', async () => {
    expect(await app.call(getCommunity)).toMatchObject({
      body: { name: 'Night Owls', about: null, rules: null, contact: 'help@owls.example', registration: 'open' },
    });
    await save({ name: 'Lamp & Co', about: 'For bakers.', rules: 'Be kind.', contact: 'ask@lamp.example' });
    const response = await app.call(getCommunity);
    expect(response).toMatchObject({
      body: { name: 'Lamp & Co', about: 'For bakers.', rules: 'Be kind.', contact: 'ask@lamp.example' },
    });
    expect(response.ok && Object.keys(response.body)).not.toContain('blockedMailDomains');
  });

  it('name the community in its mails', async () => {
    await save({ name: 'Lamp & Co' });
    const fields = buildSignup();
    await app.call(signup, { body: fields });
    expect((await app.mail.next(fields.email)).subject).toContain('Lamp & Co');
  });

  it('keep the value of newer settings that an older client does not send', async () => {
    const { version, ...settings } = await save({ postsPerDay: 8, storageMb: 9, sellerDays: 12 });
    const { language: _l, proofOfWork: _p, postsPerDay: _d, storageMb: _s, sellerDays: _y, ...older } = settings;
    const body = { ...older, name: 'Older client', version };
    expect(await app.call(setCommunitySettings, { token: owner.token, body })).toMatchObject({
      body: { name: 'Older client', language: 'en', postsPerDay: 8, storageMb: 9, sellerDays: 12 },
    });
    await save({});
  });

  it('are saved over the version that was read: of two concurrent changes, one is told of the other', async () => {
    const { version } = await save({});
    const both = await Promise.all(
      ['One', 'Other'].map((name) =>
        app.call(setCommunitySettings, { token: owner.token, body: { ...defaultSettings, name, version } }),
      ),
    );
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    const log = await app.services.db
      .selectFrom('audit_log')
      .select('actor_id')
      .where('action', '=', 'settings')
      .execute();
    expect(log.at(-1)).toEqual({ actor_id: owner.id });
  });

  it('are named in the log if they have changed, without their values', async () => {
    const countEntries = async () => {
      const log = await succeed(app.call(listAudit, { token: owner.token, query: { action: 'settings' } }));
      return { n: log.body.length, latest: log.body[0]?.details };
    };
    await save({});
    const { n } = await countEntries();
    await save({ billingTaxId: '12/345', blockedMailDomains: ['spam.example'] });
    expect(await countEntries()).toEqual({ n: n + 1, latest: { settings: 'blockedMailDomains, billingTaxId' } });
    await save({ billingTaxId: '12/345', blockedMailDomains: ['spam.example'] });
    expect(await countEntries()).toMatchObject({ n: n + 1 });
    await save({});
  });

  it('reach every server at once', async () => {
    const secondServer = await startSecondServer(app);
    await save({ name: 'Lamp & Co', registration: 'closed' });
    const nameThere = async () =>
      (await (await fetch(`${secondServer.origin}/api/community`)).json()) as { body: unknown };
    await expect
      .poll(async () => (await nameThere()).body)
      .toMatchObject({ name: 'Lamp & Co', registration: 'closed' });
    await secondServer.stop();
  });

  it('send a new name or accent colour, and nothing else, to the tabs on every server', async () => {
    const secondServer = await startSecondServer(app);
    const member = await buildMember(app);
    const tabs = [
      await openTabFor('community', await listen(app), member),
      await openTabFor('community', secondServer.origin, member),
    ];
    await save({ about: 'Welcome' });
    await save({ about: 'Welcome', name: 'Early Birds' });
    const looks = [null, '#1a66c2'].map((accent) => ({ name: 'Early Birds', accent, logo: null }));
    for (const received of tabs) await expect.poll(() => received).toEqual(looks.slice(0, 1));
    await save({ about: 'Welcome', name: 'Early Birds', accent: '#1a66c2' });
    for (const received of tabs) await expect.poll(() => received).toEqual(looks);
    await secondServer.stop();
  });

  it('are stored so that the previous version reads a stricter mode, and are kept if they cannot be read', async () => {
    const { db, community } = app.services;
    await save({ name: 'Lamp & Co', registration: 'approval' });
    const row = await db.selectFrom('community_settings').select('settings').executeTakeFirstOrThrow();
    expect(row.settings).toMatchObject({ registration: 'invitation', byApproval: true });
    expect(await app.call(getCommunity)).toMatchObject({ body: { registration: 'approval' } });
    const settings = JSON.stringify({ ...row.settings, accent: 'yellowish', later: 1 });
    await db.updateTable('community_settings').set({ settings }).execute();
    await community.reload();
    expect(community.settings()).toMatchObject({ name: 'Lamp & Co', accent: null, registration: 'approval' });
    await save({});
    const saved = await db.selectFrom('community_settings').select('settings').executeTakeFirstOrThrow();
    expect(saved.settings).toMatchObject({ registration: 'open', byApproval: false, later: 1 });
  });

  it('are rejected with the name of the wrong field, and from anybody but owners', async () => {
    const put = (body: object, by = owner) =>
      app.call(setCommunitySettings, { token: by.token, body: { ...defaultSettings, version: 0, ...body } });
    const wrong: [string, unknown][] = [
      ['name', 'x'.repeat(61)],
      ['rules', 'x'.repeat(10_001)],
      ['contact', 'nobody'],
      ['registration', 'secret'],
      ['blockedMailDomains', ['not a domain']],
      ['blockedMailDomains', Array.from({ length: 201 }, (_, at) => `a${at}.example`)],
      ['version', 'first'],
    ];
    for (const [field, value] of wrong)
      expect(await put({ [field]: value })).toMatchObject({
        status: 422,
        errors: [{ field: expect.stringMatching(field) }],
      });
    expect(await put({}, moderator)).toMatchObject({ status: 403, reason: 'staff' });
  });
});

describe('Joining', () => {
  it('is refused while the community is closed', async () => {
    await save({ registration: 'closed' });
    expect(await join()).toMatchObject({
      status: 403,
      message: expect.stringContaining('is not accepting new members'),
    });
  });

  it('by invitation uses up one of its uses, even if many try at once', async () => {
    await save({ registration: 'invitation' });
    expect(await join()).toMatchObject({ status: 422, errors: [{ field: 'invitation' }] });
    expect(await join({ invitation: 'nobodysinvit' })).toMatchObject({
      status: 422,
      errors: [{ field: 'invitation' }],
    });
    const code = await codeFor(2);
    const typed = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8).toUpperCase()}`;
    const joined = await Promise.all(Array.from({ length: 5 }, () => join({ invitation: typed })));
    expect(joined.filter(({ ok }) => ok)).toHaveLength(2);
    expect(joined.filter(({ status }) => status === 422)).toHaveLength(3);
  });

  it('gives back the use of an invitation if the account is not created', async () => {
    await save({ registration: 'invitation' });
    const taken = await buildMember(app).catch(() => null);
    const code = await codeFor(1);
    const email = taken?.user.email ?? owner.user.email;
    expect(await join({ email, invitation: code })).toMatchObject({ status: 409 });
    expect(await join({ invitation: code })).toMatchObject({ ok: true });
  });

  it('is refused for blocked mail providers and their subdomains, as is a change to such an address', async () => {
    await save({ blockedMailDomains: ['spam.example', '@Mail.Example '] });
    for (const email of ['ana@spam.example', 'ana@eu.spam.example', 'ana@mail.example'])
      expect(await join({ email })).toMatchObject({ status: 422, errors: [{ field: 'email' }] });
    expect(await join({ email: 'ana@notspam.example' })).toMatchObject({ ok: true });
    const member = await buildMember(app);
    const moved = { newEmail: 'ana@spam.example', password: PASSWORD };
    expect(await app.call(changeEmail, { token: member.token, body: moved })).toMatchObject({
      status: 422,
      errors: [{ field: 'newEmail' }],
    });
  });
});

describe('An invitation', () => {
  const listed = () => app.call(listInvitations, { token: moderator.token });

  it('is listed without its code while it can be used, and can be ended', async () => {
    await app.services.db.deleteFrom('community_invitations').execute();
    const created = await succeed(invite({ uses: 3, until: inDays(2) }));
    const { _id: id, code } = created.body;
    const list = await listed();
    expect(list).toMatchObject({ body: [{ _id: id, usesLeft: 3, madeBy: { _id: moderator.id } }] });
    expect(JSON.stringify(list)).not.toContain(code);
    const end = () => app.call(endInvitation, { token: moderator.token, params: { id } });
    expect(await end()).toMatchObject({ ok: true });
    expect(await end()).toMatchObject({ status: 404, message: 'This invitation is no longer active.' });
    await save({ registration: 'invitation' });
    expect(await join({ invitation: code })).toMatchObject({ status: 422 });
  });

  it("expires, and outlives its creator's account", async () => {
    await app.services.db.deleteFrom('community_invitations').execute();
    const code = await codeFor(1);
    await app.services.db.updateTable('community_invitations').set({ made_by: null }).execute();
    expect(await listed()).toMatchObject({ body: [{ madeBy: null }] });
    await app.services.db.updateTable('community_invitations').set({ until: new Date() }).execute();
    await save({ registration: 'invitation' });
    expect(await join({ invitation: code })).toMatchObject({ status: 422 });
    expect(await listed()).toMatchObject({ body: [] });
  });

  it('is created once if the call is repeated with its key, and its new code replaces the lost one', async () => {
    await save({ registration: 'invitation' });
    const body = { uses: 1, until: inDays(7) };
    const send = (key: string) =>
      app.call(makeInvitation, { token: moderator.token, body, headers: { 'idempotency-key': key } });
    const [lost, received] = [await succeed(send('lost')), await succeed(send('lost'))];
    expect(received.body._id).toBe(lost.body._id);
    expect(await join({ invitation: lost.body.code })).toMatchObject({ status: 422 });
    expect(await join({ invitation: received.body.code })).toMatchObject({ ok: true });
    expect(await send('lost')).toMatchObject({ status: 404 });
  });

  it('has limits on its uses and its time, and there is a limit on their number', async () => {
    for (const uses of [0, 1_001, 1.5, '3'])
      expect(await invite({ uses, until: inDays(1) })).toMatchObject({ status: 422, errors: [{ field: 'uses' }] });
    for (const until of ['tomorrow', inDays(-1), inDays(400), null])
      expect(await invite({ uses: 1, until })).toMatchObject({ status: 422, errors: [{ field: 'until' }] });
    const member = await buildMember(app);
    expect(await invite({ uses: 1, until: inDays(1) }, member)).toMatchObject({ status: 403 });
    await Promise.all(Array.from({ length: 30 }, () => invite({ uses: 1, until: inDays(1) })));
    for (let left = 200; left > 0; left--) if (!(await invite({ uses: 1, until: inDays(1) })).ok) break;
    expect(await invite({ uses: 1, until: inDays(1) })).toMatchObject({ status: 409 });
  });
});
