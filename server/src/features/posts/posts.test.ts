import { listFeed } from '@afterhours/contract/feed';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { deletePost, getPost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost, publishPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  ben = await buildMember(app);
});
afterAll(() => app.close());

describe('Creating a post', () => {
  it('publishes a general post that others can see', async () => {
    const created = await app.call(publishPost, {
      token: ana.token,
      body: { postType: 'general', description: 'Hello #Evening crowd' },
    });
    expect(created).toMatchObject({ ok: true, body: { hashtags: ['Evening'], viewerCan: { edit: true } } });
    if (!created.ok) return;
    const seen = await app.call(getPost, { token: ben.token, params: { id: created.body._id } });
    expect(seen).toMatchObject({
      ok: true,
      body: { description: 'Hello #Evening crowd', viewerCan: { edit: false, report: true } },
    });
    const liked = await app.call(likePost, { token: ben.token, body: { post_id: created.body._id, status: true } });
    expect(liked).toMatchObject({ ok: true, body: { isLiked: true, likesCount: 1 } });
    const feed = await app.call(listFeed, { token: ben.token });
    expect(feed).toMatchObject({
      ok: true,
      body: [{ _id: created.body._id, likesCount: 1, isLiked: true }],
      nextCursor: null,
    });
    expect(await app.call(deletePost, { token: ben.token, params: { id: created.body._id } })).toMatchObject({
      ok: false,
      status: 403,
    });
    expect(await app.call(deletePost, { token: ana.token, params: { id: created.body._id } })).toMatchObject({
      ok: true,
    });
  });
});

describe('A new post', () => {
  const create = (fields: Record<string, unknown>) =>
    app.call(publishPost, {
      token: ana.token,
      body: { postType: 'general', description: 'An evening note', ...fields },
    });

  it('has the hashtags that its text shows as links', async () => {
    const description = 'https://a.example/glaze_(kiln)#history #1 ##heading #Kiln';
    expect(await create({ description })).toMatchObject({ ok: true, body: { hashtags: ['Kiln'] } });
  });

  it.each(['', '   ', '\u202e\u0000 ', 'x'.repeat(5_001), undefined, null, 7, ['a']])(
    'is rejected with %j as description',
    async (description) => {
      expect(await create({ description })).toMatchObject({ status: 422, errors: [{ field: 'description' }] });
    },
  );

  it('keeps 5,000 characters as written and markup as text, but drops forbidden control characters', async () => {
    expect(await create({ description: 'x'.repeat(5_000) })).toMatchObject({ ok: true });
    expect(await create({ description: '<script>alert(1)</script> \u202etxet\u0007' })).toMatchObject({
      body: { description: '<script>alert(1)</script> txet' },
    });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://ana@example.com',
    'https:example.com',
    '//example.com',
    '',
  ])('is rejected as a webinar with the link %j', async (link) => {
    expect(await create({ postType: 'webinar', title: 'Lamps', link })).toMatchObject({
      status: 422,
      errors: [{ field: 'link' }],
    });
  });

  it('is rejected without a type, and as a job without a title or with images', async () => {
    expect(await create({ postType: undefined })).toMatchObject({
      status: 422,
      errors: [{ field: 'postType', message: 'Please select post type' }],
    });
    expect(await create({ postType: 'job' })).toMatchObject({ status: 422, errors: [{ field: 'title' }] });
    const images = { postType: 'job', title: 'Baker', filenames: ['a.jpg'] };
    expect(await create(images)).toMatchObject({ status: 422, errors: [{ field: 'filenames' }] });
  });
});

describe('Deleting a post', () => {
  it('leaves no comments behind and causes no errors while others are commenting', async () => {
    const post = await buildPost(app, ana);
    const comment = () =>
      app.call(addEditComment, { token: ben.token, body: { post_id: post._id, comment: 'Well said' } });
    const responses = await Promise.all([
      comment(),
      comment(),
      app.call(deletePost, { token: ana.token, params: { id: post._id } }),
      comment(),
      comment(),
    ]);
    for (const response of responses) expect([200, 404]).toContain(response.status);
    const left = await app.services.db.selectFrom('comments').select('id').where('post_id', '=', post._id).execute();
    expect(left).toEqual([]);
  });

  it('may take minutes, because it may have a hundred thousand comments', async () => {
    const post = await buildPost(app, ana);
    await app.database.pool.query(`
      CREATE FUNCTION require_minutes() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF current_setting('statement_timeout') <> '5min' THEN RAISE 'there is too little time'; END IF;
        RETURN OLD;
      END $$;
      CREATE TRIGGER require_minutes BEFORE DELETE ON posts FOR EACH ROW EXECUTE FUNCTION require_minutes()`);
    const response = await app.call(deletePost, { token: ana.token, params: { id: post._id } });
    await app.database.pool.query('DROP TRIGGER require_minutes ON posts');
    expect(response).toMatchObject({ ok: true });
  });
});

const webinar = { postType: 'webinar', title: 'Lenses', description: 'An evening', link: 'https://rooms.example/1' };

describe('The fields of a post', () => {
  it('accept a valid time in any time zone, and reject anything else', async () => {
    const publish = (startsAt: string) => app.call(publishPost, { token: ana.token, body: { ...webinar, startsAt } });
    expect(await publish('2099-03-01T20:00:00+02:00')).toMatchObject({
      body: { startsAt: '2099-03-01T18:00:00.000Z' },
    });
    for (const startsAt of ['9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00Z', 'tomorrow'])
      expect(await publish(startsAt)).toMatchObject({ status: 422, errors: [{ field: 'startsAt' }] });
    expect(await app.call(listFeed, { token: ben.token, query: { sort: 'latest' } })).toMatchObject({ ok: true });
  });

  it("are returned for the post's id in any notation", async () => {
    const created = await succeed(
      app.call(publishPost, { token: ana.token, body: { postType: 'general', description: 'Hi' } }),
    );
    const { _id } = created.body;
    const found = await app.call(getPost, { token: ben.token, params: { id: _id.toUpperCase() } });
    expect(found).toMatchObject({ ok: true, body: { _id } });
    expect(await app.call(getPost, { token: ben.token, params: { id: '-'.repeat(36) } })).toMatchObject({
      status: 404,
    });
  });
});

describe('A webinar', () => {
  const webinar = { postType: 'webinar', title: 'Glazes', description: 'An hour', link: 'https://example.com/live' };

  it("stores its host's time zone with its time", async () => {
    const body = { ...webinar, startsAt: '2099-05-01T18:00:00+02:00', timeZone: 'Europe/Berlin' };
    const response = await app.call(publishPost, { token: ana.token, body });
    expect(response).toMatchObject({ body: { startsAt: '2099-05-01T16:00:00.000Z', timeZone: 'Europe/Berlin' } });
  });

  it.each(['Mars/Olympus', '../etc', 'x'.repeat(70), 5])('rejects %j as a time zone', async (timeZone) => {
    const response = await app.call(publishPost, { token: ana.token, body: { ...webinar, timeZone } });
    expect(response).toMatchObject({ ok: false, status: 422, errors: [{ field: 'timeZone' }] });
  });
});
