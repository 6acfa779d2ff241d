import { DAY_MS } from '@afterhours/contract/base/durations';
import { listFeed } from '@afterhours/contract/feed';
import { reportMember, reportPost } from '@afterhours/contract/moderation/moderation';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { likePost, listPostLikes } from '@afterhours/contract/posts/likes';
import { getPost } from '@afterhours/contract/posts/posts';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { searchPeople } from '@afterhours/contract/search';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSocket } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { findRedisProgram } from '#testing/servers/redis-server.ts';
import type { TestApp } from '#testing/test-app.ts';
import { SOON, startTwoServers, type TwoServers } from '#testing/two-servers.ts';

const program = findRedisProgram();
const open: Socket[] = [];
let servers: TwoServers;
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let moderator: TestMember;

describe.skipIf(program === null)('A decision on one server (needs redis-server)', () => {
  beforeAll(async () => {
    servers = await startTwoServers(program ?? '');
    app = servers.app;
    moderator = await buildStaff(app, 'moderator');
  });
  beforeEach(async () => {
    [ana, ben] = [await buildMember(app), await buildMember(app)];
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect();
  });
  afterAll(() => servers.stop());

  async function decide(subjectId: string, order: object): Promise<void> {
    const found = await app.call(cases.listCases, { token: moderator.token, query: { limit: '100' } });
    const id = found.ok ? found.body.find(({ subject }) => subject._id === subjectId)?._id : undefined;
    const body = { rule: 'Be kind', statement: 'You threaten others.', ...order };
    await succeed(app.call(cases.decideCase, { token: moderator.token, params: { id: id ?? '' }, body }));
  }

  /** Whether the other server's response contains the text. */
  async function isThere(method: 'GET' | 'POST', path: string, needle: string, payload?: object): Promise<boolean> {
    const headers = { authorization: `Bearer ${ben.token}` };
    const response = await servers.other.inject({
      method,
      url: `/api${path}`,
      headers,
      ...(payload ? { payload } : {}),
    });
    return response.statusCode === 200 && response.body.includes(needle);
  }

  it('closes a suspended member’s sockets on both servers, and rejects new ones', async () => {
    const [here, there] = servers.origins;
    const sockets = [await connectSocket(here, ana), await connectSocket(there, ana)];
    open.push(...sockets);
    const limited = sockets.map((socket) => new Promise((resolve) => socket.once('session:limited', resolve)));
    await app.call(reportMember, { token: ben.token, body: { userId: ana.id } });
    await decide(ana.id, { action: 'suspend', until: new Date(Date.now() + DAY_MS).toISOString() });
    await Promise.all(limited);
    for (const socket of sockets) await expect.poll(() => socket.connected, SOON).toBe(false);
    await expect(connectSocket(there, ana)).rejects.toMatchObject({ data: { status: 403 } });
    const headers = { authorization: `Bearer ${ana.token}` };
    const feed = async () => (await servers.other.inject({ url: `/api${listFeed.path}`, headers })).statusCode;
    await expect.poll(feed, SOON).toBe(403);
  });

  it('removes a hidden post from the other server’s lists at once', async () => {
    const post = await buildPost(app, ana);
    const feed = `${listFeed.path}?sort=latest`;
    const page = getPost.path.replace(':id', post._id);
    for (const path of [feed, page]) expect(await isThere('GET', path, post._id)).toBe(true);
    await app.call(reportPost, { token: moderator.token, body: { post_id: post._id } });
    await decide(post._id, { action: 'hide' });
    for (const path of [feed, page]) await expect.poll(() => isThere('GET', path, post._id), SOON).toBe(false);
  });

  it('labels a post in the other server’s lists at once, also for guests', async () => {
    const post = await buildPost(app, ana);
    const page = getPost.path.replace(':id', post._id);
    const places = [`${listFeed.path}?sort=latest`, page];
    const labelled = '"label":"misleading"';
    for (const path of places) expect(await isThere('GET', path, labelled)).toBe(false);
    await app.call(reportPost, { token: moderator.token, body: { post_id: post._id } });
    await decide(post._id, { action: 'label', label: 'misleading' });
    const seenByGuest = async () => (await servers.other.inject({ url: `/api${page}` })).body.includes(labelled);
    await expect.poll(seenByGuest, SOON).toBe(true);
    for (const path of places) await expect.poll(() => isThere('GET', path, labelled), SOON).toBe(true);
  });

  it('removes a banned member from the other server’s lists at once', async () => {
    const [own, post] = [await buildPost(app, ana), await buildPost(app, ben)];
    await app.call(likePost, { token: ana.token, body: { post_id: post._id, status: true } });
    const search = { searchQuery: ana.user.firstName };
    const places: (() => Promise<boolean>)[] = [
      () => isThere('GET', `${listFeed.path}?sort=latest`, own._id),
      () => isThere('GET', getMember.path.replace(':id', ana.id), ana.id),
      () => isThere('GET', listPostLikes.path.replace(':post_id', post._id), ana.id),
      () => isThere('GET', getPost.path.replace(':id', post._id), ana.id),
      () => isThere('POST', searchPeople.path, ana.id, search),
    ];
    for (const isShown of places) expect(await isShown()).toBe(true);
    await app.call(reportMember, { token: ben.token, body: { userId: ana.id } });
    await decide(ana.id, { action: 'ban' });
    for (const isShown of places) await expect.poll(isShown, SOON).toBe(false);
  });
});
