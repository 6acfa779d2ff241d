import { getProfile, signup } from '@afterhours/contract/account/account';
import { acceptTerms, getTerms, publishTerms, termsMessages } from '@afterhours/contract/community/terms';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportParts } from '#features/account-data/export/parts.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, buildSignup, type TestMember } from '#testing/rows/members.ts';
import { buildStaff, buildWaiting } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ SIGN_UPS_PER_HOUR: '0' });
  owner = await buildStaff(app, 'owner');
});
afterAll(() => app.close());

const present = async () => {
  return (await succeed(app.call(getTerms))).body;
};
const publish = (body: object, by = owner) => app.call(publishTerms, { token: by.token, body });
const next = async (terms: string) => publish({ version: (await present()).version, terms, privacy: null });
const accept = (version: unknown, { token } = owner) => app.call(acceptTerms, { token, body: { version } });
const versionToAccept = async ({ token }: { token: string }) => {
  const response = await app.call(getProfile, { token });
  return response.ok ? response.body.termsToAccept : response.message;
};

describe('The terms', () => {
  it('are the built-in ones until an owner publishes others, which have a version and a time', async () => {
    expect(await present()).toEqual({ version: 0, publishedAt: null, terms: null, privacy: null });
    expect(await versionToAccept(owner)).toBeNull();
    expect(await publish({ version: 0, terms: '# Rules\n\nBe <b>kind</b>.', privacy: '' })).toMatchObject({
      body: { version: 1, terms: '# Rules\n\nBe <b>kind</b>.', privacy: null },
    });
    const log = await app.call(listAudit, { token: owner.token, query: { action: 'terms' } });
    expect(log).toMatchObject({ body: [{ details: { settings: 'terms' } }] });
    expect(await present()).toMatchObject({ version: 1, publishedAt: expect.stringMatching(/^20/) });
    expect(await versionToAccept(owner)).toBeNull();
  });

  it('must be accepted by members once per version, and the time is recorded', async () => {
    const member = await buildMember(app);
    const { version } = await present();
    expect(await versionToAccept(member)).toBe(version);
    expect(await accept(version, member)).toMatchObject({ ok: true });
    const first = await app.services.db.selectFrom('terms_acceptances').selectAll().execute();
    expect(await accept(version, member)).toMatchObject({ ok: true });
    expect(await app.services.db.selectFrom('terms_acceptances').selectAll().execute()).toEqual(first);
    expect(await versionToAccept(member)).toBeNull();
    await next('Be kind, please.');
    expect(await versionToAccept(member)).toBe(version + 1);
    expect(await accept(version, member)).toMatchObject({ status: 409 });
    const otherTab = await openTabFor('ownProfile', await listen(app), member);
    expect(await accept(version + 1, member)).toMatchObject({ ok: true });
    await expect.poll(() => otherTab).toMatchObject([{ user: { termsToAccept: null } }]);
    const part = exportParts.find(({ file }) => file === 'terms.json');
    const exported = await sql<{ entry: object }>`${part?.rows(member.id)}`.execute(app.services.db);
    expect(exported.rows.map(({ entry }) => entry)).toEqual(
      expect.arrayContaining([expect.objectContaining({ version: version + 1, acceptedAt: expect.any(String) })]),
    );
  });

  it('are accepted on joining', async () => {
    await next('Be very kind.');
    expect(await app.call(signup, { body: buildSignup() })).toMatchObject({ body: { user: { termsToAccept: null } } });
  });

  it('are published by one of two concurrent owners, and not if nothing has changed', async () => {
    const other = await buildStaff(app, 'owner');
    const { version } = await present();
    const both = await Promise.all(
      [owner, other].map((by) => publish({ version, terms: `By ${by.id}`, privacy: null }, by)),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const { message } = termsMessages.publishedMeanwhile;
    expect(both.filter(({ ok }) => !ok)).toEqual([expect.objectContaining({ status: 409, message })]);
    const { terms, ...now } = await present();
    expect(await publish({ version: now.version, terms, privacy: null })).toMatchObject({ status: 409 });
  });

  it('cannot be changed once published, and reject invalid texts and versions', async () => {
    const { db } = app.services;
    await expect(db.updateTable('terms_versions').set({ terms: 'x' }).execute()).rejects.toThrow(/stay as they are/);
    await expect(db.deleteFrom('terms_versions').execute()).rejects.toThrow(/stay as they are/);
    expect(await publish({ version: 0, terms: 'x'.repeat(50_001), privacy: null })).toMatchObject({
      status: 422,
      errors: [{ field: 'terms' }],
    });
    for (const version of [-1, 1.5, '1', null])
      expect(await accept(version)).toMatchObject({ status: 422, errors: [{ field: 'version' }] });
    expect(await accept(99)).toMatchObject({ status: 409 });
    expect(await publish({ version: 0, terms: 'x', privacy: null }, await buildStaff(app, 'moderator'))).toMatchObject({
      status: 403,
    });
    expect(await accept(1, await buildWaiting(app))).toMatchObject({ status: 403, reason: 'waiting' });
  });
});
