import { listFeed, listUserPosts } from '@afterhours/contract/feed';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { createPost } from '@afterhours/contract/posts/posts';
import * as contract from '@afterhours/contract/posts/scheduled-posts';
import { MAX_SCHEDULED } from '@afterhours/contract/posts/scheduling';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { searchPosts } from '@afterhours/contract/search';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildPng } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { listScheduled, scheduleFor } from '#testing/rows/scheduled.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { inDays } from '#testing/times.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let png: Buffer;

beforeAll(async () => {
  app = await buildTestApp({}, undefined, { runSchedules: true });
  png = await buildPng(40, 30);
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const schedule = (fields: Record<string, unknown> = {}, member = ana) => scheduleFor(app, member, fields);
const list = (member = ana, query: Record<string, string> = {}) => listScheduled(app, member, query);
const update = (id: string, body: Record<string, unknown>, member = ana) =>
  app.call(contract.updateScheduledPost, { token: member.token, params: { id }, body });
const remove = (id: string, member = ana) =>
  app.call(contract.deleteScheduledPost, { token: member.token, params: { id } });
const publish = (id: string, member = ana) =>
  app.call(contract.publishScheduledPost, { token: member.token, params: { id } });

async function upload(count: number, member = ana): Promise<string[]> {
  const files = Array.from({ length: count }, (_, index) => ({ field: 'file', name: `${index}.png`, bytes: png }));
  const form = buildForm({ folder: 'post' }, files);
  return (await succeed(app.call(uploadPostFiles, { token: member.token, form }))).body.filenames;
}

describe('A post with a time', () => {
  it('is scheduled, and stays out of every list, count and search until then', async () => {
    const publishAt = inDays(1);
    const response = await schedule({ publishAt, description: 'Unseen #quietkiln' });
    expect(response).toMatchObject({ ok: true, message: 'Post scheduled.', body: { scheduled: { publishAt } } });
    expect(await list()).toMatchObject([{ publishAt, description: 'Unseen #quietkiln', problem: null }]);
    expect(await list(ben)).toEqual([]);
    for (const { token } of [ana, ben]) {
      const feed = await app.call(listFeed, { token, query: { sort: 'latest' } });
      expect(JSON.stringify(feed)).not.toContain('quietkiln');
      const found = await app.call(searchPosts, { token, query: { keyword: 'quietkiln' } });
      expect(found).toMatchObject({ ok: true, body: [] });
    }
    const profile = await app.call(getMember, { token: ben.token, params: { id: ana.id } });
    expect(profile).toMatchObject({ ok: true, body: { postsCount: 0 } });
    const sitemap = await app.http.inject({ url: '/sitemap.xml' });
    expect(sitemap.body).not.toContain('quietkiln');
  });

  it('is rejected for a time that has passed or is more than a year ahead', async () => {
    for (const [publishAt, code] of [
      [inDays(-1), 'scheduledPosts.past'],
      [inDays(400), 'scheduledPosts.far'],
    ] as const)
      expect(await schedule({ publishAt })).toMatchObject({
        ok: false,
        status: 422,
        errors: [{ field: 'publishAt', code }],
      });
    for (const publishAt of ['tomorrow', 7, '2030-02-31T10:00:00Z', '2030-01-01T10:00:00'])
      expect(await schedule({ publishAt })).toMatchObject({ status: 422, errors: [{ field: 'publishAt' }] });
    expect(await list()).toEqual([]);
  });

  it('is rejected for guests, and if its content is invalid', async () => {
    expect(await app.call(createPost, { body: { postType: 'general', description: 'x' } })).toMatchObject({
      status: 401,
    });
    expect(await schedule({ description: '' })).toMatchObject({ status: 422, errors: [{ field: 'description' }] });
    const webinar = { postType: 'webinar', title: 'Glazes', link: 'https://example.com/room' };
    expect(await schedule({ ...webinar, publishAt: inDays(2), startsAt: inDays(1) })).toMatchObject({
      status: 422,
      errors: [{ field: 'publishAt', code: 'scheduledPosts.afterStart' }],
    });
    expect(await schedule({ ...webinar, publishAt: inDays(1), startsAt: inDays(2) })).toMatchObject({ ok: true });
  });

  it('is scheduled once per idempotency key', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { postType: 'general', description: 'Once', publishAt: inDays(1) };
    const send = () => app.call(createPost, { token: ana.token, body, headers });
    const first = await send();
    expect(await send()).toMatchObject({ ok: true, body: first.ok && first.body });
    // Simulates a process that died between the commit and its response.
    await sql`UPDATE idempotency_keys SET answer = NULL, created_at = now() - interval '2 minutes'
      WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
    expect(await send()).toMatchObject({ ok: true, body: first.ok && first.body });
    expect(await list()).toHaveLength(1);
  });

  it('counts towards a limit of fifty, even when several are sent concurrently', async () => {
    for (let number = 2; number < MAX_SCHEDULED; number++) await schedule({ description: `${number}` });
    const responses = await Promise.all([1, 2, 3].map(() => schedule()));
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 409]);
    expect(await list(ana, { limit: '100' })).toHaveLength(MAX_SCHEDULED);
  });

  it('comes in pages, soonest first', async () => {
    for (const days of [3, 1, 2]) await schedule({ publishAt: inDays(days), description: `in ${days}` });
    const first = await app.call(contract.listScheduledPosts, { token: ana.token, query: { limit: '2' } });
    if (!first.ok || first.nextCursor === null) throw new Error('no further page');
    expect(first.body.map(({ description }) => description)).toEqual(['in 1', 'in 2']);
    expect(await list(ana, { cursor: first.nextCursor })).toMatchObject([{ description: 'in 3' }]);
    const wrong = await app.call(contract.listScheduledPosts, { token: ana.token, query: { cursor: 'x' } });
    expect(wrong).toMatchObject({ ok: false, status: 422 });
  });
});

describe('A scheduled post', () => {
  it('has its time and content changed by its author alone', async () => {
    await schedule({ description: 'First' });
    const [post] = await list();
    const publishAt = inDays(5);
    expect(await update(post!._id, { description: 'Second', publishAt })).toMatchObject({
      ok: true,
      body: { _id: post!._id, description: 'Second', publishAt },
    });
    expect(await update(post!._id, { description: 'Theirs' }, ben)).toMatchObject({ status: 404 });
    expect(await publish(post!._id, ben)).toMatchObject({ status: 404 });
    expect(await remove(post!._id, ben)).toMatchObject({ status: 404 });
    expect(await update(post!._id, { publishAt: inDays(-1) })).toMatchObject({ status: 422 });
    expect(await update(post!._id, { postType: 'job' })).toMatchObject({
      status: 422,
      errors: [{ field: 'postType' }],
    });
    expect(await update(newId(), { description: 'x' })).toMatchObject({ status: 404 });
    expect(await list()).toMatchObject([{ description: 'Second', publishAt }]);
  });

  it('keeps its card switched off until its first link changes', async () => {
    await schedule({ description: 'Read https://site.example/kiln', card: false });
    const [post] = await list();
    expect(post).toMatchObject({ card: false });
    const change = async (description: string) => update(post!._id, { description });
    expect(await change('Do read https://site.example/kiln')).toMatchObject({ body: { card: false } });
    expect(await change('Read https://site.example/glaze')).toMatchObject({ body: { card: true } });
  });

  it('contains each picture once, even if it is named twice', async () => {
    const [filename = ''] = await upload(1);
    await schedule({ filenames: [filename, filename] });
    const [post] = await list();
    const changed = await update(post!._id, { filenames: [filename, filename], alts: ['A bowl', 'A bowl'] });
    expect(changed).toMatchObject({ ok: true, body: { attachments: [{ alt: 'A bowl' }] } });
    expect(await publish(post!._id)).toMatchObject({ ok: true, body: { attachments: [{ alt: 'A bowl' }] } });
  });

  it('is published immediately on request, with its pictures, and once if requested twice concurrently', async () => {
    const filenames = await upload(2);
    await schedule({ filenames, alts: ['A bowl', ''], description: 'With pictures' });
    const [post] = await list();
    expect(post?.attachments.map(({ filename, alt }) => [filename, alt])).toEqual([
      [filenames[0], 'A bowl'],
      [filenames[1], ''],
    ]);
    const responses = await Promise.all([publish(post!._id), publish(post!._id)]);
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404]);
    const published = responses.find(({ ok }) => ok);
    expect(published).toMatchObject({
      body: { description: 'With pictures', attachments: [{ alt: 'A bowl' }, { alt: '' }] },
    });
    expect(await list()).toEqual([]);
    // Members are not notified of their own action.
    const notifications = await app.call(listNotifications, { token: ana.token });
    expect(notifications).toMatchObject({ ok: true, total: 0 });
  });

  it('reserves its pictures, and deletes those that are removed or belong to a deleted post', async () => {
    const filenames = await upload(3);
    await schedule({ filenames: filenames.slice(0, 2) });
    const [post] = await list();
    const taken = await app.call(createPost, {
      token: ana.token,
      body: { postType: 'general', description: 'x', filenames: filenames.slice(0, 1) },
    });
    expect(taken).toMatchObject({ status: 422, errors: [{ field: 'filenames' }] });
    const body = { filenames: [filenames[2], filenames[0]], alts: ['new', 'old'] };
    expect(await update(post!._id, body)).toMatchObject({ body: { attachments: [{ alt: 'new' }, { alt: 'old' }] } });
    const left = async () => {
      const rows = await app.services.db
        .selectFrom('uploads')
        .select('filename')
        .where('owner_id', '=', ana.id)
        .execute();
      return rows.map(({ filename }) => filename).toSorted();
    };
    expect(await left()).toEqual([filenames[0]!, filenames[2]!].toSorted());
    expect(await update(post!._id, { filenames: await upload(1, ben) })).toMatchObject({ status: 422 });
    expect(await remove(post!._id)).toMatchObject({ ok: true, body: { _id: post!._id } });
    expect(await remove(post!._id)).toMatchObject({ status: 404 });
    expect(await left()).toEqual([]);
  });

  it('is published automatically when it is due', async () => {
    await schedule({ publishAt: new Date(Date.now() + 500).toISOString(), description: 'By itself' });
    const posts = async () => {
      const response = await app.call(listUserPosts, { token: ben.token, query: { userId: ana.id } });
      return response.ok ? response.body.map(({ description }) => description) : [];
    };
    expect(await posts()).toEqual([]);
    await expect.poll(posts, { timeout: 15_000 }).toEqual(['By itself']);
  }, 20_000);

  it('accepts images in the form itself', async () => {
    const fields = { postType: 'general', description: 'From a form', publishAt: inDays(1), alts: 'A cup' };
    const form = buildForm(fields, [{ field: 'attachfiles', name: 'a.png', bytes: png }]);
    expect(await app.call(createPost, { token: ana.token, form })).toMatchObject({ ok: true });
    expect(await list()).toMatchObject([{ attachments: [{ alt: 'A cup' }] }]);
    const late = buildForm({ ...fields, publishAt: inDays(-2) }, [{ field: 'attachfiles', name: 'a.png', bytes: png }]);
    expect(await app.call(createPost, { token: ana.token, form: late })).toMatchObject({ status: 422 });
    const stored = await app.services.db.selectFrom('uploads').select('id').where('owner_id', '=', ana.id).execute();
    expect(stored).toHaveLength(1);
  });
});
