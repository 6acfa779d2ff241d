/** A label that staff put on or take off must show in every list, search, open page, page head, feed and embed. */
import { reportComment, reportMember, reportPost } from '@afterhours/contract/moderation/moderation';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { setFollow } from '@afterhours/contract/people/follow';
import { createBookmark } from '@afterhours/contract/posts/bookmarks';
import { likePost } from '@afterhours/contract/posts/likes';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { findRedisProgram } from '#testing/servers/redis-server.ts';
import type { TestApp } from '#testing/test-app.ts';
import { AT_FIRST, expectReceived, SOON, startTwoServers, type TwoServers } from '#testing/two-servers.ts';

const SITE = 'https://owls.example';
const program = findRedisProgram();
let servers: TwoServers;
let app: TestApp;
let owner: TestMember;
let ana: TestMember;
let ben: TestMember;
let wordCount = 0;

/** A place where the content appears, and what `find` returns there without and with the label. */
type Place = { url: string; guest?: boolean; find: (body: string) => unknown; plain: unknown; labelled: unknown };

/** Returns the labels of all objects with this id in a response, at any depth. */
function labelsOf(body: string, id: string): unknown[] {
  const found: unknown[] = [];
  JSON.parse(body, (_key, value: unknown) => {
    if (typeof value === 'object' && value !== null && '_id' in value && 'label' in value && value._id === id)
      found.push(value.label);
    return value;
  });
  return found;
}

const inResponse = (url: string, id: string, guest = false): Place => ({
  url,
  guest,
  find: (body) => labelsOf(body, id)[0],
  plain: null,
  labelled: 'sensitive',
});

/** A page for readers without JavaScript: none of the sensitive content's words may appear in it. */
const outside = (url: string, secret: string): Place => ({
  url,
  guest: true,
  // The API responses that the web app needs first are embedded in a script; the app covers them itself.
  find: (body) => {
    const read = body.replaceAll(/<script[^>]*>.*?<\/script>/gs, '');
    return [read.includes(secret), read.includes('may upset some people')];
  },
  plain: [true, false],
  labelled: [false, true],
});

const lists = ['/post/getAllPost?sort=latest', '/post/getAllPost', '/post/toprated', '/post/getMyNetworkPosts'];

const placesOfPost = (id: string, { word, tag }: { word: string; tag: string }): Place[] => [
  ...lists.map((url) => inResponse(`/api${url}`, id)),
  inResponse('/api/post/popular', id),
  inResponse('/api/post/getAllPost?bookmark=true', id),
  ...[false, true].flatMap((guest) => [
    inResponse(`/api/post/getByUserPost?userId=${ana.id}`, id, guest),
    inResponse(`/api/post/${id}`, id, guest),
    inResponse(`/api/tags/posts?tag=${tag}`, id, guest),
    inResponse(`/api/search/posts?keyword=${word}`, id, guest),
  ]),
  ...[`/p/${id}`, `/embed/p/${id}`, `/feeds/@${ana.user.username}.rss`, `/feeds/tags/${tag}.json`].map((url) =>
    outside(url, word),
  ),
  // A label changes no count.
  {
    url: `/api/users/${ana.id}`,
    find: (body: string) => /"postsCount":(\d+)/.exec(body)?.[1],
    plain: '1',
    labelled: '1',
  },
];

async function find(at: number, { url, guest, find: look }: Place): Promise<unknown> {
  const response = await servers.ask(at, url, guest ? null : ben);
  return response.statusCode === 200 ? look(response.body) : response.statusCode;
}

async function expectEverywhere(places: readonly Place[], how: 'plain' | 'labelled', within = SOON) {
  const differing = async () => {
    const checks = places.flatMap((place) => [0, 1].map((at) => ({ place, at })));
    const found = await Promise.all(
      checks.map(async ({ place, at }) => {
        const seen = JSON.stringify(await find(at, place));
        return seen === JSON.stringify(place[how]) ? [] : [`${place.url} on server ${at}: ${seen}`];
      }),
    );
    return found.flat();
  };
  await expect.poll(differing, within).toEqual([]);
}

async function label(subjectId: string): Promise<string> {
  const listed = await app.call(cases.listCases, { token: owner.token, query: { limit: '100' } });
  const id = listed.ok ? (listed.body.find(({ subject }) => subject._id === subjectId)?._id ?? '') : '';
  const body = {
    action: 'label',
    label: 'sensitive',
    rule: 'Say what it is',
    statement: 'It is hard to see.',
  } as const;
  return (await succeed(app.call(cases.decideCase, { token: owner.token, params: { id }, body }))).body._id;
}
const reverse = (id: string) =>
  succeed(
    app.call(cases.reverseDecision, { token: owner.token, params: { id }, body: { statement: 'We were wrong.' } }),
  );

describe.skipIf(program === null)('A label on two servers (needs redis-server)', () => {
  beforeAll(async () => {
    servers = await startTwoServers(program ?? '', { PUBLIC_URL: SITE });
    ({ app } = servers);
    owner = await buildStaff(app, 'owner');
  });
  beforeEach(async () => {
    [ana, ben] = [await buildMember(app), await buildMember(app)];
  });
  afterEach(() => servers.closeTabs());
  afterAll(() => servers.stop());

  it('appears on a post in every list, search and open page, covers its text outside, and is reversible', async () => {
    wordCount++;
    const [word, tag] = [`secretly${process.pid}x${wordCount}`, `lamps${process.pid}x${wordCount}`];
    const { _id: id } = await buildPost(app, ana, { description: `A ${word} evening #${tag}` });
    const { token } = ben;
    await succeed(app.call(likePost, { token, body: { post_id: id, status: true } }));
    await succeed(app.call(createBookmark, { token, body: { post_id: id } }));
    await succeed(app.call(setFollow, { token, body: { action: 'follow', follow_user_id: ana.id } }));
    const places = placesOfPost(id, { word, tag });
    await expectEverywhere(places, 'plain', AT_FIRST);
    const tabs = await servers.watch(ben, id);
    await succeed(app.call(reportPost, { token: owner.token, body: { post_id: id } }));
    const decisionId = await label(id);
    await expectEverywhere(places, 'labelled');
    await expectReceived(tabs, { post_id: id, edited: true });
    for (const received of tabs) received.length = 0;
    await reverse(decisionId);
    await expectEverywhere(places, 'plain');
    await expectReceived(tabs, { post_id: id, edited: true });
  });

  it('appears on a comment in threads and open pages, and is removed by a reversal', async () => {
    const post = await buildPost(app, ben);
    const { _id: id } = await buildComment(app, ana, post._id);
    const places = [false, true].map((guest) => inResponse(`/api/post/${post._id}`, id, guest));
    const all = [...places, inResponse('/api/post/getAllPost?sort=latest', id)];
    await expectEverywhere(all, 'plain');
    const tabs = await servers.watch(ben, post._id);
    await succeed(app.call(reportComment, { token: owner.token, body: { comment_id: id } }));
    const decisionId = await label(id);
    await expectEverywhere(all, 'labelled');
    await expectReceived(tabs, { commentsCount: 1, comment: expect.objectContaining({ _id: id, label: 'sensitive' }) });
    await reverse(decisionId);
    await expectEverywhere(all, 'plain');
    await expectReceived(tabs, { commentsCount: 1, comment: expect.objectContaining({ _id: id, label: null }) });
  });

  it('appears on a profile, covers the head of its page, and is removed by a reversal', async () => {
    const places = [
      ...[false, true].map((guest) => inResponse(`/api/users/${ana.id}`, ana.id, guest)),
      inResponse(`/api/users/named/${ana.user.username}`, ana.id),
      ...[`/@${ana.user.username}`, `/results/view-profile/${ana.id}`].map((url) => outside(url, 'Photographer')),
    ];
    await expectEverywhere(places, 'plain');
    await succeed(app.call(reportMember, { token: ben.token, body: { userId: ana.id } }));
    const decisionId = await label(ana.id);
    await expectEverywhere(places, 'labelled');
    await reverse(decisionId);
    await expectEverywhere(places, 'plain');
  });
});
