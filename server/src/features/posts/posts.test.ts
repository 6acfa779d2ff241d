import { listFeed } from '@afterhours/contract/feed';
import { likePost } from '@afterhours/contract/likes';
import { createPost, deletePost, getPost } from '@afterhours/contract/posts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, type TestMember } from '../../testing/members.ts';
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

describe('creating a post', () => {
  it('publishes a general post that others see', async () => {
    const created = await app.call(createPost, {
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
