import { countNewPosts, listFeed, listNetworkPosts, listUserPosts } from '@afterhours/contract/feed';
import { createMute, deleteMute, listMutes, MAX_MUTES } from '@afterhours/contract/mutes';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { setFollow } from '@afterhours/contract/people/follow';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app, { firstName: 'Ben' })];
});
afterAll(() => app.close());

const mute = (kind: string, value: string, more: object = {}, member = ana) =>
  app.call(createMute, { token: member.token, body: { kind, value, ...more } });
const unmute = (kind: string, value: string) => app.call(deleteMute, { token: ana.token, body: { kind, value } });
async function listMuted(member = ana) {
  return (await succeed(app.call(listMutes, { token: member.token }))).body;
}
async function isListed(route: typeof listFeed, postId: string, query: Record<string, string> = {}, member = ana) {
  const response = await succeed(app.call(route, { token: member.token, query }));
  return response.body.some(({ _id }) => _id === postId);
}
const inFeed = (postId: string, member = ana) => isListed(listFeed, postId, { sort: 'latest' }, member);
const countNotifications = async () => {
  const response = await app.call(listNotifications, { token: ana.token });
  return response.ok ? response.totalLatestCount : -1;
};

describe('A muted member', () => {
  it('has no posts in the muter’s feeds, but other members, the profile and links still show them', async () => {
    const post = await buildPost(app, ben, { description: 'Evening' });
    await app.call(setFollow, { token: ana.token, body: { action: 'follow', follow_user_id: ben.id } });
    const network = listNetworkPosts;
    expect([await inFeed(post._id), await isListed(network, post._id)]).toEqual([true, true]);
    expect(await mute('member', ben.id)).toMatchObject({ ok: true, body: { user: { _id: ben.id }, until: null } });
    expect([await inFeed(post._id), await isListed(network, post._id)]).toEqual([false, false]);
    expect(await isListed(listUserPosts as unknown as typeof listFeed, post._id, { userId: ben.id })).toBe(true);
    expect(await inFeed(post._id, await buildMember(app))).toBe(true);
    const headers = { authorization: `Bearer ${ana.token}` };
    expect((await app.http.inject({ url: `/api/post/${post._id}`, headers })).statusCode).toBe(200);
    await unmute('member', ben.id);
    expect(await inFeed(post._id)).toBe(true);
  });

  it('causes no notifications until the mute expires', async () => {
    const post = await buildPost(app, ana);
    await mute('member', ben.id, { until: '24h' });
    await app.call(likePost, { token: ben.token, body: { post_id: post._id, status: true } });
    expect(await countNotifications()).toBe(0);
    await app.database.pool.query(`UPDATE mutes SET until = now() - interval '1 second' WHERE user_id = $1`, [ana.id]);
    expect(await listMuted()).toEqual([]);
    await app.call(addEditComment, { token: ben.token, body: { post_id: post._id, comment: 'Well' } });
    expect(await countNotifications()).toBe(1);
  });
});

describe('A muted tag or word', () => {
  it.each([
    ['tag', '#Pottery', 'Clay #pottery', 'Pottery without a tag'],
    ['word', 'CAFÉ', 'The cafe, at night', 'The cafeteria'],
    ['word', 'side hustle', 'My Side-Hustle', 'My hustle beside'],
    ['word', 'مصباح', 'هذا مصباح جديد', 'هذا نور جديد'],
    ['word', '電灯', '新しい電灯です', '新しい机です'],
  ])('(%s %s) removes posts that contain it from the feeds, and no others', async (kind, value, withIt, without) => {
    const [one, other] = [
      await buildPost(app, ben, { description: withIt }),
      await buildPost(app, ben, { description: without }),
    ];
    expect(await mute(kind, value)).toMatchObject({ ok: true });
    expect([await inFeed(one._id), await inFeed(other._id)]).toEqual([false, true]);
    const own = await buildPost(app, ana, { description: withIt });
    expect(await inFeed(own._id)).toBe(true);
  });
});

describe('The number of new posts', () => {
  it('counts only posts that the viewer would see', async () => {
    const since = new Date().toISOString();
    const count = async (list?: string) => {
      const query = { since, ...(list ? { list } : {}) };
      const response = await app.call(countNewPosts, { token: ana.token, query: query as { since: string } });
      return response.ok ? response.body : response;
    };
    const cleo = await buildMember(app);
    await app.call(setFollow, { token: ana.token, body: { action: 'follow', follow_user_id: ben.id } });
    for (const description of ['A lottery', 'Clay #pottery', 'An evening']) await buildPost(app, ben, { description });
    await buildPost(app, cleo, { description: 'Another evening' });
    expect([await count(), await count('network')]).toEqual([
      { count: 4, more: false },
      { count: 3, more: false },
    ]);
    await mute('word', 'lottery');
    await mute('tag', 'pottery');
    expect([await count(), await count('network')]).toMatchObject([{ count: 2 }, { count: 1 }]);
    await mute('member', cleo.id);
    expect(await count()).toEqual({ count: 1, more: false });
    const many = Array.from({ length: 230 }, (_, at) => ({
      id: newId(),
      user_id: ben.id,
      post_type: 'general' as const,
      description: at % 2 ? 'A lottery' : 'An evening',
    }));
    await app.services.db.insertInto('posts').values(many).execute();
    expect(await count()).toEqual({ count: 99, more: true });
  });
});

describe('A muted post', () => {
  it('stays in the feed, but causes no more notifications', async () => {
    const post = await buildPost(app, ana);
    await mute('post', post._id);
    await app.call(likePost, { token: ben.token, body: { post_id: post._id, status: true } });
    expect([await countNotifications(), await inFeed(post._id)]).toEqual([0, true]);
  });
});

describe('Mutes', () => {
  it('are rejected for oneself, missing members, invalid values, and guests', async () => {
    expect(await mute('member', ana.id)).toMatchObject({ status: 422 });
    expect(await mute('member', newId())).toMatchObject({ status: 404 });
    expect(await mute('post', 'no id')).toMatchObject({ status: 422, errors: [{ field: 'value' }] });
    expect(await mute('smell', 'x')).toMatchObject({ status: 422 });
    expect(await mute('word', '  ')).toMatchObject({ status: 422 });
    expect(await mute('word', 'x', { until: '1y' })).toMatchObject({ status: 422 });
    expect(await app.call(listMutes, {})).toMatchObject({ status: 401 });
  });

  it('exist once per subject, even when created concurrently, and only up to the limit', async () => {
    await Promise.all(Array.from({ length: 5 }, () => mute('word', 'lamp')));
    expect(await listMuted()).toHaveLength(1);
    await mute('word', 'lamp', { until: '7d' });
    expect((await listMuted())[0]?.until).not.toBeNull();
    for (let count = 1; count < MAX_MUTES; count++) await mute('word', `word ${count}`);
    expect(await listMuted()).toHaveLength(MAX_MUTES);
    const more = await Promise.all([mute('word', 'one more'), mute('word', 'lamp')]);
    expect(more).toMatchObject([{ status: 409 }, { ok: true }]);
    expect(await unmute('word', 'lamp')).toMatchObject({ ok: true });
    expect(await unmute('word', 'lamp')).toMatchObject({ ok: true });
    expect(await listMuted()).toHaveLength(MAX_MUTES - 1);
  });

  it('cost no extra statement on the feed', async () => {
    await buildPost(app, ben);
    const read = () => inFeed(newId());
    await read();
    const before = await app.countStatements(read);
    await mute('word', 'lamp');
    // Retried in case the shared page expires in between.
    await expect.poll(() => app.countStatements(read)).toBeLessThanOrEqual(before);
  });
});
