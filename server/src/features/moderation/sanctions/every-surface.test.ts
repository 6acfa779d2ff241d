/**
 * Decisions by staff and the automation must show in every list, count, search, page head and open page on two servers.
 */
import * as automation from '@afterhours/contract/moderation/automation';
import { reportComment, reportMember, reportPost } from '@afterhours/contract/moderation/moderation';
import { AUDIT_EXPORT_PATH } from '@afterhours/contract/moderation/staff-audit';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { setFollow } from '@afterhours/contract/people/follow';
import { createBookmark } from '@afterhours/contract/posts/bookmarks';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { updatePost } from '@afterhours/contract/posts/posts';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost, publishPost } from '#testing/rows/posts.ts';
import { buildSettled } from '#testing/rows/settled.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { findRedisProgram } from '#testing/servers/redis-server.ts';
import type { TestApp } from '#testing/test-app.ts';
import { AT_FIRST, expectReceived, SOON, startTwoServers, type TwoServers } from '#testing/two-servers.ts';

const program = findRedisProgram();
let servers: TwoServers;
let app: TestApp;
let owner: TestMember;
let ana: TestMember;
let ben: TestMember;
let wordCount = 0;

const profileOf = (id: string) => `/api${getMember.path.replace(':id', id)}`;

type Place = { name: string; url: string; needle: string; guest?: true; payload?: object };

/** The places that show a post by Ana. No other post contains the word. */
const placesOfPost = (postId: string, word: string): Place[] => [
  ...['/post/getAllPost?sort=latest', '/post/getAllPost', '/post/toprated', '/post/getMyNetworkPosts'].map((url) => ({
    name: url,
    url: `/api${url}`,
    needle: postId,
  })),
  { name: 'most engaged', url: '/api/post/popular', needle: postId },
  { name: 'of the author', url: `/api/post/getByUserPost?userId=${ana.id}`, needle: postId },
  { name: 'of the author, for guests', url: `/api/post/getByUserPost?userId=${ana.id}`, needle: postId, guest: true },
  { name: 'by itself', url: `/api/post/${postId}`, needle: postId },
  { name: 'by itself, for guests', url: `/api/post/${postId}`, needle: postId, guest: true },
  { name: 'list of a tag', url: `/api/tags/posts?tag=${word}`, needle: postId },
  { name: 'list of a tag, for guests', url: `/api/tags/posts?tag=${word}`, needle: postId, guest: true },
  { name: 'page, for guests', url: `/p/${postId}`, needle: postId, guest: true },
  { name: 'of a tag', url: `/api/post/getAllPost?hashtag=${word}`, needle: postId },
  { name: 'found by a word', url: `/api/search/posts?keyword=${word}`, needle: postId },
  { name: 'found by a word, for guests', url: `/api/search/posts?keyword=${word}`, needle: postId, guest: true },
  { name: 'count of posts', url: profileOf(ana.id), needle: '"postsCount":1' },
];

const placesOfMember = (): Place[] => [
  { name: 'profile', url: profileOf(ana.id), needle: ana.id },
  { name: 'profile, for guests', url: profileOf(ana.id), needle: ana.id, guest: true },
  { name: 'profile by username', url: `/api/users/named/${ana.user.username}`, needle: ana.id },
  { name: 'page by username', url: `/@${ana.user.username}`, needle: ana.user.firstName, guest: true },
  { name: 'head of the page', url: `/results/view-profile/${ana.id}`, needle: ana.user.firstName, guest: true },
];

async function isThere(at: number, { url, needle, guest }: Place, viewer: TestMember): Promise<boolean> {
  const response = await servers.ask(at, url, guest ? null : viewer);
  return response.statusCode === 200 && response.body.includes(needle);
}

/** Checks every place on both servers, and expects all to agree soon. */
async function expectEverywhere(places: readonly Place[], there: boolean, within = SOON, viewer = ben): Promise<void> {
  const differing = async () => {
    const found = await Promise.all(
      places.flatMap((place) =>
        [0, 1].map(async (at) =>
          (await isThere(at, place, viewer)) === there ? [] : [`${place.name} on server ${at}`],
        ),
      ),
    );
    return found.flat();
  };
  await expect.poll(differing, within).toEqual([]);
}

async function decide(subjectId: string, action: 'none' | 'hide' | 'remove' | 'ban'): Promise<string> {
  const listed = await app.call(cases.listCases, { token: owner.token, query: { limit: '100' } });
  const id = listed.ok ? (listed.body.find(({ subject }) => subject._id === subjectId)?._id ?? '') : '';
  const body = { action, rule: 'Be kind', statement: 'You threaten others.' };
  return (await succeed(app.call(cases.decideCase, { token: owner.token, params: { id }, body }))).body._id;
}
const reverse = (id: string) =>
  succeed(
    app.call(cases.reverseDecision, { token: owner.token, params: { id }, body: { statement: 'We were wrong.' } }),
  );

/**
 * Publishes a post that Ben likes and bookmarks, by an author he follows, and opens it in a tab of his on each server.
 */
async function publish(): Promise<{ id: string; places: Place[]; received: unknown[][] }> {
  wordCount++;
  const word = `unusual${wordCount}x${process.pid}`;
  const { _id: id } = await buildPost(app, ana, { description: `A ${word} evening #${word}` });
  const token = ben.token;
  await succeed(app.call(likePost, { token, body: { post_id: id, status: true } }));
  await succeed(app.call(createBookmark, { token, body: { post_id: id } }));
  await succeed(app.call(setFollow, { token, body: { action: 'follow', follow_user_id: ana.id } }));
  const received = await servers.watch(ben, id);
  return { id, places: placesOfPost(id, word), received };
}

describe.skipIf(program === null)('On two servers (needs redis-server),', () => {
  beforeAll(async () => {
    servers = await startTwoServers(program ?? '');
    ({ app } = servers);
    owner = await buildStaff(app, 'owner');
  });
  beforeEach(async () => {
    [ana, ben] = [await buildMember(app), await buildMember(app)];
  });
  afterEach(() => servers.closeTabs());
  afterAll(() => servers.stop());

  it('a hidden post leaves every list, count, search and open page, and returns when it is restored', async () => {
    const { id, places, received } = await publish();
    await expectEverywhere(places, true, AT_FIRST);
    await succeed(app.call(reportPost, { token: owner.token, body: { post_id: id } }));
    const decisionId = await decide(id, 'remove');
    await expectEverywhere(places, false);
    await expectReceived(received, { post_id: id, deleted: true, unavailable: true });
    await reverse(decisionId);
    await expectEverywhere(places, true);
  });

  it('a post held by a new filter of the other server is visible nowhere until it is released', async () => {
    const { id, places, received } = await publish();
    await expectEverywhere(places, true, AT_FIRST);
    const body = {
      kind: 'words',
      effect: 'hold',
      places: ['posts'],
      note: 'No gambling',
      entries: [`roulette${wordCount}`],
    };
    const headers = { authorization: `Bearer ${owner.token}` };
    const url = `/api${automation.createFilter.path}`;
    const added = await servers.other.inject({ method: 'POST', url, headers, payload: body });
    expect(added.statusCode).toBe(200);
    const description = `A roulette${wordCount} ${places.find(({ name }) => name === 'of a tag')?.url.split('=')[1]}`;
    // Each server caches the filters, and a database notification reports the change.
    await expect
      .poll(async () => {
        const response = await app.call(updatePost, { token: ana.token, body: { _id: id, description } });
        return response.ok && response.body.held;
      }, SOON)
      .toEqual({ rule: 'No gambling' });
    await expectEverywhere(places, false);
    await expectReceived(received, { post_id: id, deleted: true, unavailable: true });
    const own = { authorization: `Bearer ${ana.token}` };
    const seen = await servers.other.inject({ url: `/api/post/${id}`, headers: own });
    expect(seen.json()).toMatchObject({ body: { held: { rule: 'No gambling' } } });
    const born = await app.call(publishPost, {
      token: ana.token,
      body: { postType: 'general', description: `roulette${wordCount}` },
    });
    await decide(id, 'none');
    await expectEverywhere(
      places.filter(({ name }) => !/of a tag/.test(name)),
      true,
    );
    const bornId = born.ok ? born.body._id : '';
    const bornHeld = [{ name: 'born held', url: '/api/post/getAllPost?sort=latest', needle: bornId }];
    expect(bornId).not.toBe('');
    await expectEverywhere(bornHeld, true, SOON, ana);
    await expectEverywhere(bornHeld, false);
  });

  it('a comment that is hidden or held is in no thread, count or list', async () => {
    const post = await buildPost(app, ben);
    const comment = await buildComment(app, ana, post._id);
    const places: Place[] = [
      { name: 'first comments', url: `/api/post/${post._id}`, needle: comment._id },
      { name: 'count of comments', url: `/api/post/${post._id}`, needle: '"commentsCount":1' },
      { name: 'on a page', url: '/api/post/getAllPost?sort=latest', needle: comment._id },
      { name: 'for guests', url: `/api/post/${post._id}`, needle: comment._id, guest: true },
    ];
    await expectEverywhere(places, true);
    await succeed(app.call(reportComment, { token: owner.token, body: { comment_id: comment._id } }));
    const decisionId = await decide(comment._id, 'hide');
    await expectEverywhere(places, false);
    await reverse(decisionId);
    await expectEverywhere(places, true);
    const reporters = await buildSettled(app, 3);
    const second = await app.call(addEditComment, {
      token: ana.token,
      body: { post_id: post._id, comment: 'A second one' },
    });
    const id = second.ok ? second.body._id : '';
    const reported = [{ name: 'held by reports', url: `/api/post/${post._id}`, needle: id }];
    await expectEverywhere(reported, true);
    for (const by of reporters) await succeed(app.call(reportComment, { token: by.token, body: { comment_id: id } }));
    await expectEverywhere(reported, true, SOON, ana);
    await expectEverywhere(reported, false);
  });

  it('a banned member and their content disappear everywhere, and return with the reversal', async () => {
    const { places } = await publish();
    const all = [...places, ...placesOfMember()];
    await expectEverywhere(all, true, AT_FIRST);
    await succeed(app.call(reportMember, { token: ben.token, body: { userId: ana.id } }));
    const decisionId = await decide(ana.id, 'ban');
    await expectEverywhere(all, false);
    const mails = () => app.mail.sentTo(ana).map(({ text }) => text);
    await expect.poll(() => mails().join(), SOON).toContain('You threaten others.');
    await reverse(decisionId);
    // The follow, and with it the network list, is restored as well.
    await expectEverywhere(all, true);
  });

  it('a post narrowed to connections, or a profile to members, is hidden from others on both servers', async () => {
    const { id, places, received } = await publish();
    await expectEverywhere(places, true, AT_FIRST);
    const narrow = (visibility: 'public' | 'members' | 'connections') =>
      succeed(app.call(updatePost, { token: ana.token, body: { _id: id, visibility } }));
    await narrow('connections');
    await expectEverywhere(places, false);
    await expectReceived(received, { post_id: id, deleted: true, unavailable: true });
    await narrow('public');
    await expectEverywhere(places, true);
    const all = [...places, ...placesOfMember()];
    const forGuests = all.filter(({ guest }) => guest);
    await succeed(app.call(updateProfile, { token: ana.token, body: { visibility: 'members' } }));
    await expectEverywhere(forGuests, false);
    await expectEverywhere(
      all.filter(({ guest }) => !guest),
      true,
    );
    await succeed(app.call(updateProfile, { token: ana.token, body: { visibility: 'public' } }));
    await expectEverywhere(forGuests, true);
  });

  it('a sweep and its reversal reach both servers, and the audit log export shows them at once', async () => {
    const { places } = await publish();
    await expectEverywhere(places, true, AT_FIRST);
    const order = { posted: 'all', cases: false, action: 'hide', rule: 'No spam', statement: 'It is spam.' } as const;
    const started = await app.call(startSweep, { token: owner.token, params: { id: ana.id }, body: order });
    await expectEverywhere(places, false);
    const headers = { authorization: `Bearer ${owner.token}` };
    const log = async () => (await servers.other.inject({ url: `/api${AUDIT_EXPORT_PATH}`, headers })).body;
    await expect.poll(log, SOON).toContain('"swept","member"');
    await reverse(started.ok ? started.body._id : '');
    await expectEverywhere(places, true);
    expect(await log()).toContain('"reversed","member"');
  });
});
