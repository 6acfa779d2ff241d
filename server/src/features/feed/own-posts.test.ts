import { listFeed, listNetworkPosts, listTopRated, listUserPosts } from '@afterhours/contract/feed';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
/** A second server. It receives no broadcasts from the first one, because there is no Redis. */
let other: SecondServer;
let author: TestMember;
let member: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  other = await startSecondServer(app);
});
beforeEach(async () => {
  await app.services.db.deleteFrom('posts').execute();
  [author, member] = [await buildMember(app), await buildMember(app)];
  for (let count = 0; count < 12; count++) await buildPost(app, author);
});
afterAll(async () => {
  await other.stop();
  await app.close();
});

type Page = { ids: string[]; nextCursor: string | null };

async function read({ http }: Pick<TestApp, 'http'>, path: string, query: Record<string, string>): Promise<Page> {
  const headers = { authorization: `Bearer ${member.token}` };
  const response = await http.inject({ method: 'GET', url: `/api${path}`, headers, query });
  const { body, nextCursor } = response.json<{ body: { _id: string }[]; nextCursor: string | null }>();
  return { ids: body.map((post) => post._id), nextCursor };
}

const lists: [string, string, Record<string, string>][] = [
  ['Popular', listFeed.path, { sort: 'popular' }],
  ['Latest', listFeed.path, { sort: 'latest' }],
  ['Top Rated', listTopRated.path, {}],
  ['My network', listNetworkPosts.path, {}],
  ["the member's posts", listUserPosts.path, { sort: 'latest' }],
  ["the member's posts by popularity", listUserPosts.path, { sort: 'popular' }],
];

describe("A member's own new posts", () => {
  it.each(lists)('are in %s at once, on the server that stored them and on another', async (_name, path, query) => {
    for (const server of [app, other]) {
      await read(server, path, query);
      const first = (await buildPost(app, member))._id;
      expect((await read(server, path, query)).ids).toContain(first);
      const second = (await buildPost(app, member))._id;
      expect((await read(server, path, query)).ids).toEqual(expect.arrayContaining([first, second]));
    }
  });

  it.each(lists)('are in %s at once for a member who sees less than others', async (_name, path, query) => {
    await app.call(setBlock, { token: member.token, body: { userId: author.id, action: 'block' } });
    for (const server of [app, other]) {
      await read(server, path, query);
      const own = (await buildPost(app, member))._id;
      expect((await read(server, path, query)).ids).toContain(own);
    }
  });

  it('appear once in a ranked list while the member scrolls on another server', async () => {
    const before = (await read(other, listTopRated.path, { limit: '50' })).ids;
    const own = (await buildPost(app, member))._id;
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await read(other, listTopRated.path, { limit: '5', ...(cursor ? { cursor } : {}) });
      seen.push(...page.ids);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([own, ...before]);
  });
});
