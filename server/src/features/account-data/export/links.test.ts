import { Readable } from 'node:stream';
import { EXPORT_BY_LINK_PATH, EXPORT_LINK_DOWNLOADS, exportByLink } from '@afterhours/contract/account/account-data';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import { sendMemberExport } from '@afterhours/contract/moderation/staff-people';
import { createPost } from '@afterhours/contract/posts/posts';
import { setBio } from '@afterhours/contract/profile/profile';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { updateEmail } from '#features/account/queries.ts';
import { listen } from '#testing/calls/sockets.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned, buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let owner: TestMember;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  ana = await buildMember(app, { firstName: 'Ana' });
});
afterAll(() => app.close());

const send = (id: string, by: TestMember | null = owner) =>
  app.call(sendMemberExport, { token: by?.token ?? null, params: { id } });
const readToken = async (email: string): Promise<string> => {
  const found = /\/export#([\w-]+)/.exec((await app.mail.next(email)).text);
  if (!found?.[1]) throw new Error('The mail has no link.');
  return found[1];
};
const sendLink = async (member: TestMember): Promise<string> => {
  expect(await send(member.id)).toMatchObject({ ok: true, body: null });
  return readToken(member.user.email);
};
const fetchBy = (payload: object) =>
  app.http.inject({ method: exportByLink.method, url: `/api${EXPORT_BY_LINK_PATH}`, payload });
const dead = { statusCode: 404, body: expect.stringContaining('This link is no longer valid.') };
const downloadsLeft = async (userId: string) =>
  (await app.services.db.selectFrom('export_links').selectAll().where('user_id', '=', userId).executeTakeFirst())
    ?.downloads_left;

describe('A link to an export', () => {
  it("delivers the same archive as the member's own export, three times, and is logged", async () => {
    await app.call(setBio, { token: ana.token, body: { bio: 'Evenings only' } });
    const token = await sendLink(ana);
    for (let times = 0; times < EXPORT_LINK_DOWNLOADS; times++) {
      const response = await fetchBy({ token });
      expect(response.headers).toMatchObject({ 'content-type': 'application/zip' });
      const account = unzipSync(response.rawPayload)['account.json'] ?? new Uint8Array();
      expect(JSON.parse(strFromU8(account))).toMatchObject([{ email: ana.user.email, bio: 'Evenings only' }]);
    }
    expect(await fetchBy({ token })).toMatchObject(dead);
    const log = await app.call(listAudit, { token: owner.token, query: { member: ana.id } });
    expect(log).toMatchObject({ body: [{ action: 'export-sent', actor: { _id: owner.id }, details: {} }] });
    const { rows } = await sql<{ whole: string }>`SELECT l::text AS whole FROM export_links l`.execute(app.services.db);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('works for a banned member, too', async () => {
    const banned = await buildSanctioned(app, 'banned');
    const token = await sendLink(banned);
    expect(await fetchBy({ token })).toMatchObject({ statusCode: 200 });
  });

  it('can be sent by owners only, to the confirmed address of another member', async () => {
    expect(await send(ana.id, null)).toMatchObject({ status: 401 });
    expect(await send(ana.id, ana)).toMatchObject({ status: 403, reason: 'staff' });
    expect(await send(ana.id, await buildStaff(app, 'moderator'))).toMatchObject({ status: 403, reason: 'staff' });
    expect(await send(owner.id)).toMatchObject({ status: 403, reason: 'own' });
    expect(await send('01a1fe0b-1345-70de-9139-23416f5fc456')).toMatchObject({ status: 404 });
    const fresh = await buildMember(app, { confirmed: false });
    expect(await send(fresh.id)).toMatchObject({ status: 409 });
    const age = async (minutes: number) => {
      const { db, sessions } = app.services;
      const { rows } = await sql<{ id: string }>`
        UPDATE sessions SET created_at = now() - make_interval(mins => ${minutes})
        WHERE user_id = ${owner.id}::uuid RETURNING id`.execute(db);
      for (const { id } of rows) sessions.drop(id);
    };
    await age(11);
    expect(await send(ana.id)).toMatchObject({ status: 403, reason: 'recent' });
    await age(0);
  });

  it('becomes invalid with a newer link, a change of address, and after its last day', async () => {
    const first = await sendLink(ana);
    const second = await sendLink(ana);
    expect(await fetchBy({ token: first })).toMatchObject(dead);
    const { db } = app.services;
    await sql`UPDATE export_links SET expires_at = now() WHERE user_id = ${ana.id}::uuid`.execute(db);
    expect(await fetchBy({ token: second })).toMatchObject(dead);
    const third = await sendLink(ana);
    await updateEmail(db, ana.id, 'another@example.com');
    expect(await fetchBy({ token: third })).toMatchObject(dead);
  });

  it('rejects bodies without a token', async () => {
    for (const payload of [{}, [], { token: '' }, { token: 7 }, { token: 'x'.repeat(201) }])
      expect((await fetchBy(payload)).statusCode).toBe(422);
    expect(await fetchBy({ token: 'unknown' })).toMatchObject(dead);
  });

  it('allows no more concurrent downloads than are left', async () => {
    const token = await sendLink(ana);
    await sql`UPDATE export_links SET downloads_left = 1 WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
    const responses = await Promise.all([1, 2, 3].map(() => fetchBy({ token })));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(responses.filter(({ statusCode }) => statusCode === 404)).toHaveLength(2);
    expect(await downloadsLeft(ana.id)).toBe(0);
  });

  it('does not count a download that breaks off', async () => {
    const form = buildForm({ postType: 'general', description: 'With a picture' });
    const picture = new Uint8Array(await buildJpeg(400, 300));
    form.append('attachfiles', new File([picture], 'evening.jpg', { type: 'image/jpeg' }));
    expect(await app.call(createPost, { token: ana.token, form })).toMatchObject({ ok: true });
    const token = await sendLink(ana);
    const stream = new Readable({ read: () => undefined });
    const read = vi.spyOn(app.services.storage, 'read').mockResolvedValue({ stream, bytes: 65_536 });
    const stop = new AbortController();
    const body = JSON.stringify({ token });
    const headers = { 'content-type': 'application/json' };
    const url = `${await listen(app)}/api${EXPORT_BY_LINK_PATH}`;
    const response = await fetch(url, { method: 'POST', headers, body, signal: stop.signal });
    expect(response.status).toBe(200);
    await expect.poll(() => read.mock.calls.length).toBe(1);
    expect(await downloadsLeft(ana.id)).toBe(EXPORT_LINK_DOWNLOADS - 1);
    stop.abort();
    await expect.poll(() => downloadsLeft(ana.id)).toBe(EXPORT_LINK_DOWNLOADS);
    read.mockRestore();
  });
});
