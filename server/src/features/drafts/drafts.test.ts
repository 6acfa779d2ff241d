import { MAX_ALT } from '@afterhours/contract/constants/uploads';
import * as contract from '@afterhours/contract/posts/drafts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildDraft } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { deleteOldDrafts } from './queries.ts';

let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

const set = (version: number, description: string, { member = ana, name = 'new' } = {}) =>
  app.call(contract.setDraft, {
    token: member.token,
    params: { client_id: name },
    body: { version, body: buildDraft({ description }) },
  });
/** Saves a new draft, or over this version; returns the resulting version. */
async function save(version: number, description: string): Promise<number> {
  return (await succeed(set(version, description))).body.version;
}
const get = (member = ana, name = 'new') =>
  app.call(contract.getDraft, { token: member.token, params: { client_id: name } });

describe('A draft', () => {
  it('is what its member last saved, and is not visible to anybody else', async () => {
    expect(await get()).toMatchObject({ ok: false, status: 404 });
    const version = await save(0, 'First');
    expect(await set(version, 'Second')).toMatchObject({ ok: true, body: { _id: 'new', version: version + 1 } });
    expect(await get()).toMatchObject({ ok: true, body: { version: version + 1, body: { description: 'Second' } } });
    expect(await get(await buildMember(app))).toMatchObject({ ok: false, status: 404 });
    expect(await app.call(contract.listDrafts, {})).toMatchObject({ ok: false, status: 401 });
  });

  it('is not replaced by an older version', async () => {
    const version = await save(0, 'On the laptop');
    await save(version, 'On the phone');
    expect(await set(version, 'On the laptop again')).toMatchObject({
      ok: false,
      status: 409,
      message: 'This draft was changed on another device.',
    });
    expect(await get()).toMatchObject({ body: { body: { description: 'On the phone' } } });
  });

  it('is saved by one of two devices that change the same version concurrently', async () => {
    const version = await save(0, 'Start');
    const responses = await Promise.all([set(version, 'One'), set(version, 'Other')]);
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  it('is deleted only once, and can be written again', async () => {
    const version = await save(0, 'Gone soon');
    const remove = () => app.call(contract.deleteDraft, { token: ana.token, params: { client_id: 'new' } });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
    expect(await get()).toMatchObject({ ok: false, status: 404 });
    expect(await set(version, 'Written elsewhere in the meantime')).toMatchObject({ ok: true });
  });

  it('is not replaced by a device that still has its predecessor of the same name', async () => {
    const { db } = app.services;
    const former = await save(0, 'Published since');
    // Real members take longer than this test to write and publish a post.
    await sql`UPDATE drafts SET version = version - 60 WHERE user_id = ${ana.id}::uuid`.execute(db);
    await app.call(contract.deleteDraft, { token: ana.token, params: { client_id: 'new' } });
    await save(0, 'The next one');
    for (const version of [former - 60, former + 60, 0])
      expect(await set(version, 'Published since, and more')).toMatchObject({ ok: false, status: 409 });
    expect(await get()).toMatchObject({ body: { body: { description: 'The next one' } } });
  });

  it('can be one of at most fifty', async () => {
    const names = Array.from({ length: contract.MAX_DRAFTS }, () => newId());
    const versions: number[] = [];
    for (const name of names) {
      const response = await set(0, 'One of many', { name });
      versions.push(response.ok ? response.body.version : 0);
    }
    expect(await set(0, 'Too many')).toMatchObject({ ok: false, status: 409 });
    expect(await set(versions[1] ?? 0, 'A change', { name: names[1] ?? '' })).toMatchObject({ ok: true });
    const listed = await app.call(contract.listDrafts, { token: ana.token, query: { limit: '100' } });
    expect(listed.ok && listed.body.map(({ _id }) => _id)).toHaveLength(contract.MAX_DRAFTS);
    expect(listed.ok && listed.body[0]?._id).toBe(names[1]);
  });

  it('keeps the description of a picture that has to be shortened before the post is published', async () => {
    const pictures = [{ filename: `${newId()}.jpg`, name: 'kiln.jpg', alt: 'x'.repeat(MAX_ALT + 1) }];
    const body = { version: 0, body: buildDraft({ pictures }) };
    const saved = await app.call(contract.setDraft, { token: ana.token, params: { client_id: 'new' }, body });
    expect(saved).toMatchObject({ ok: true });
    expect(await get()).toMatchObject({ body: { body: { pictures } } });
  });

  it('is rejected if it is too long or has an invalid name', async () => {
    expect(await set(0, 'x'.repeat(10_001))).toMatchObject({ ok: false, status: 422 });
    expect(await set(0, 'x', { name: 'a b' })).toMatchObject({ ok: false, status: 404 });
    expect(await set(-1, 'x')).toMatchObject({ ok: false, status: 422 });
  });

  it('is deleted half a year after its last change', async () => {
    const [old, fresh] = [newId(), newId()];
    await set(0, 'Old', { name: old });
    await set(0, 'Fresh', { name: fresh });
    const { db } = app.services;
    await sql`UPDATE drafts SET updated_at = now() - interval '181 days'
      WHERE client_id = ${old} AND user_id = ${ana.id}::uuid`.execute(db);
    await deleteOldDrafts(db, contract.DRAFT_DAYS);
    expect([(await get(ana, old)).status, (await get(ana, fresh)).status]).toEqual([404, 200]);
  });
});
