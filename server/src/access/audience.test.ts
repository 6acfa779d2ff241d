/** Who may see a post: every viewer, every audience, and every place that lists the post or acts on it. */
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import { reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import { createBookmark } from '@afterhours/contract/posts/bookmarks';
import { addEditComment, listComments } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { createPost, type Post, post as postSchema, updatePost } from '@afterhours/contract/posts/posts';
import { setRating } from '@afterhours/contract/posts/ratings';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { listContractRoutes } from '#testing/calls/contract-routes.ts';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { addBuiltPage } from '#testing/files/built-page.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let origin: string;
let worldCount = 0;
const open: Socket[] = [];

const viewers = ['author', 'connection', 'follower', 'blocked', 'guest'] as const;
type ViewerName = (typeof viewers)[number];
type People = Record<Exclude<ViewerName, 'guest'>, TestMember>;

beforeAll(async () => {
  app = await buildTestApp({}, addBuiltPage);
  origin = await listen(app);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => app.close());

const follow = (one: TestMember, other: TestMember) =>
  app.services.db.insertInto('follows').values({ id: one.id, follower_id: one.id, followed_id: other.id }).execute();

async function buildPeople(): Promise<People> {
  const [author, connection, follower, blocked] = await Promise.all([1, 2, 3, 4].map(() => buildMember(app)));
  const people = { author, connection, follower, blocked } as People;
  await buildConnection(app, people.author, people.connection);
  await follow(people.follower, people.author);
  await succeed(
    app.call(setBlock, { token: people.author.token, body: { userId: people.blocked.id, action: 'block' } }),
  );
  return people;
}

type World = { people: People; post: Post; word: string };

type Fields = Record<string, string>;

async function buildWorld(visibility: PostVisibility, fields: Fields = {}): Promise<World> {
  const people = await buildPeople();
  const word = `rare${++worldCount}word`;
  const description = `An ${word} evening #${word}`;
  const post = await buildPost(app, people.author, { visibility, description, ...fields });
  return { people, post, word };
}

type Place = { url: string; forGuests?: true; shared?: true };

/**
 * Where the post can be found; `forGuests` places serve guests, too. `shared` lists contain no posts for connections.
 */
const surfaces = ({ people: { author }, post: { _id: id }, word }: World): Record<string, Place> => ({
  latest: { url: '/api/post/getAllPost?sort=latest', shared: true },
  popular: { url: '/api/post/getAllPost', shared: true },
  'top rated': { url: '/api/post/toprated', shared: true },
  'most engaged': { url: '/api/post/popular', shared: true },
  'of a type': { url: '/api/post/getAllPost?sort=latest&postType=general', shared: true },
  'of a tag': { url: `/api/post/getAllPost?sort=latest&hashtag=${word}`, shared: true },
  'of a keyword': { url: `/api/post/getAllPost?sort=latest&keyword=${word}`, shared: true },
  'with a tag': { url: `/api/tags/posts?tag=${word}`, shared: true, forGuests: true },
  search: { url: `/api/search/posts?keyword=${word}`, shared: true, forGuests: true },
  "the author's, latest": { url: `/api/post/getByUserPost?userId=${author.id}`, forGuests: true },
  "the author's, popular": { url: `/api/post/getByUserPost?userId=${author.id}&sort=popular`, forGuests: true },
  'by itself': { url: `/api/post/${id}`, forGuests: true },
});

const webinar = { postType: 'webinar', title: 'Kilns', link: 'https://kiln.example' };

/** Lists of certain posts: those of the network, and posts of these types. */
const listsOfSome: (Place & { fields: Fields })[] = [
  { url: '/api/post/getMyNetworkPosts', fields: {} },
  { url: '/api/jobs', shared: true, forGuests: true, fields: { postType: 'job', title: 'Potter' } },
  { url: '/api/webinars', shared: true, forGuests: true, fields: webinar },
];

async function finds(viewer: ViewerName, world: World, place: Place): Promise<boolean> {
  const member = viewer === 'guest' ? null : world.people[viewer];
  const headers = member ? { authorization: `Bearer ${member.token}` } : {};
  const response = await app.http.inject({ url: place.url, headers });
  return response.statusCode === 200 && response.body.includes(`"_id":"${world.post._id}"`);
}

const sees: Record<PostVisibility, readonly ViewerName[]> = {
  public: ['author', 'connection', 'follower', 'guest'],
  members: ['author', 'connection', 'follower'],
  connections: ['author', 'connection'],
};
const choices = Object.keys(sees) as PostVisibility[];

/** Whether this viewer should find a post with this visibility in this place. */
const belongsThere = (viewer: ViewerName, visibility: PostVisibility, { shared, forGuests }: Place): boolean =>
  sees[visibility].includes(viewer) &&
  !(shared && visibility === 'connections') &&
  (viewer !== 'guest' || forGuests === true);

it('Every call of the contract that returns a list of posts is tried below', async () => {
  const places = [...Object.values(surfaces(await buildWorld('public'))), ...listsOfSome];
  const tried = new Set(places.map(({ url }) => url.replace(/^\/api|\?.*$/g, '')));
  const lists = (await listContractRoutes()).filter(({ response }) => {
    const { def } = response._zod as z.core.$ZodTypes['_zod'];
    return def.type === 'array' && def.element === postSchema;
  });
  const message =
    'Add the list to `surfaces` or `listsOfSome`: its statement has to leave out what the viewer must not see.';
  expect(
    lists.map(({ path: route }) => route).filter((route) => !tried.has(route)),
    message,
  ).toEqual([]);
});

describe.each(choices)('A post with the visibility %s', (visibility) => {
  it('appears in every list, search and page for those who may see it, and in none for anyone else', async () => {
    const world = await buildWorld(visibility);
    for (const viewer of viewers) {
      for (const [name, place] of Object.entries(surfaces(world))) {
        const expected = belongsThere(viewer, visibility, place);
        expect.soft([viewer, name, await finds(viewer, world, place)]).toEqual([viewer, name, expected]);
      }
    }
  });

  it.each(listsOfSome)('appears in $url for those who may see it', async ({ fields, ...place }) => {
    const world = await buildWorld(visibility, fields);
    for (const viewer of viewers) {
      const expected = belongsThere(viewer, visibility, place);
      expect.soft([viewer, await finds(viewer, world, place)]).toEqual([viewer, expected]);
    }
  });

  it('counts towards the profile for those who may see it', async () => {
    const { people } = await buildWorld(visibility);
    for (const viewer of viewers.filter((name) => name !== 'blocked')) {
      const token = viewer === 'guest' ? undefined : people[viewer].token;
      const response = await app.call(getMember, { ...(token ? { token } : {}), params: { id: people.author.id } });
      const expected = sees[visibility].includes(viewer) ? 1 : 0;
      expect([viewer, response.ok && response.body.postsCount]).toEqual([viewer, expected]);
    }
  });

  it('can be liked, rated, bookmarked, commented on, reported and watched only by those who may see it', async () => {
    const { people, post } = await buildWorld(visibility);
    for (const viewer of ['author', 'connection', 'follower', 'blocked'] as const) {
      const { token } = people[viewer];
      const body = { post_id: post._id };
      const socket = await connectSocket(origin, people[viewer]);
      open.push(socket);
      const watched = (await socket.timeout(5_000).emitWithAck('watch', body)) as { ok: boolean };
      const read = await app.call(listComments, { token, body });
      const commented = await app.call(addEditComment, { token, body: { ...body, comment: 'Well' } });
      const acts = [
        watched,
        read,
        commented,
        await app.call(likePost, { token, body: { ...body, status: true } }),
        await app.call(createBookmark, { token, body }),
        await app.call(setRating, { token, body: { user_id: people.author.id, _id: post._id, rating: 4 } }),
      ];
      const expected = sees[visibility].includes(viewer);
      expect([viewer, ...acts.map(({ ok }) => ok)]).toEqual([viewer, ...acts.map(() => expected)]);
      if (visibility === 'connections' && !expected)
        expect(await app.call(reportPost, { token, body })).toMatchObject({ ok: false, status: 404 });
    }
  });

  it('has a head for link previews only if guests may see it', async () => {
    const { post, word } = await buildWorld(visibility);
    const page = await app.http.inject({ url: `/p/${post._id}`, headers: { accept: 'text/html' } });
    expect(page.body.includes(word)).toBe(visibility === 'public');
  });

  it('notifies mentioned members only if they may see it', async () => {
    const people = await buildPeople();
    const names = [people.connection, people.follower].map(({ user }) => `@${user.username}`).join(' and ');
    await buildPost(app, people.author, { visibility, description: `Thanks ${names}` });
    for (const viewer of ['connection', 'follower'] as const) {
      const mentions = await app.services.db
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', people[viewer].id)
        .where('kind', '=', 'mentioned')
        .execute();
      expect([viewer, mentions.length > 0]).toEqual([viewer, sees[visibility].includes(viewer)]);
    }
  });
});

describe('A profile for members', () => {
  it('is hidden from guests together with its public posts, and visible to members', async () => {
    const world = await buildWorld('public');
    await succeed(app.call(updateProfile, { token: world.people.author.token, body: { visibility: 'members' } }));
    const params = { id: world.people.author.id };
    expect(await app.call(getMember, { params })).toMatchObject({ ok: false, status: 404 });
    const { token } = world.people.follower;
    expect(await app.call(getMember, { token, params })).toMatchObject({ ok: true });
    for (const [name, place] of Object.entries(surfaces(world))) {
      expect.soft([name, await finds('guest', world, place)]).toEqual([name, false]);
      expect.soft([name, await finds('follower', world, place)]).toEqual([name, true]);
    }
    expect(await buildPost(app, world.people.author, { visibility: 'public' })).toMatchObject({
      visibility: 'members',
    });
  });

  it("shows guests none of its comments, likes or mentions on other members' posts", async () => {
    const [author, shy] = [await buildMember(app), await buildMember(app)];
    const post = await buildPost(app, author, { description: `With @${shy.user.username}` });
    const comment = await buildComment(app, shy, post._id);
    const reply = await buildComment(app, author, post._id, comment._id);
    await succeed(app.call(likePost, { token: shy.token, body: { post_id: post._id, status: true } }));
    const read = async (token?: string) => {
      const headers = token ? { authorization: `Bearer ${token}` } : {};
      return (await app.http.inject({ url: `/api/post/${post._id}`, headers })).json<{ body: Post }>().body;
    };
    expect(await read()).toMatchObject({ commentsCount: 2, mentions: [{}], likes: [{}], comments: [{}] });
    await succeed(app.call(updateProfile, { token: shy.token, body: { visibility: 'members' } }));
    expect(await read()).toMatchObject({ commentsCount: 0, comments: [], mentions: [], likes: [] });
    const listed = await app.call(listComments, { body: { post_id: post._id } });
    expect(listed).toMatchObject({ ok: true, body: [], total: 0 });
    const below = await app.call(listComments, { body: { post_id: post._id, parent_id: comment._id } });
    expect(JSON.stringify(below)).not.toContain(reply._id);
    const likes = await app.http.inject({ url: `/api/post/likes/${post._id}` });
    expect(likes.body).not.toContain(shy.id);
    expect(await read(author.token)).toMatchObject({ commentsCount: 2, mentions: [{}], likes: [{}], comments: [{}] });
    await succeed(app.call(updateProfile, { token: shy.token, body: { visibility: 'public' } }));
    expect(await read()).toMatchObject({ commentsCount: 2, mentions: [{}], likes: [{}], comments: [{}] });
  });
});

describe('A choice of who may see a post', () => {
  it('takes effect at once, and removes the post from open tabs of members it is no longer for', async () => {
    const world = await buildWorld('public');
    const { author, follower } = world.people;
    const socket = await connectSocket(origin, follower);
    open.push(socket);
    const received: unknown[] = [];
    socket.on('post', (payload: unknown) => received.push(payload));
    await socket.timeout(5_000).emitWithAck('watch', { post_id: world.post._id });
    const all = Object.values(surfaces(world));
    for (const visibility of ['connections', 'members', 'public'] as const) {
      await succeed(app.call(updatePost, { token: author.token, body: { _id: world.post._id, visibility } }));
      for (const viewer of ['follower', 'guest'] as const) {
        const findEverywhere = () => Promise.all(all.map((place) => finds(viewer, world, place)));
        const expected = all.map((place) => belongsThere(viewer, visibility, place));
        // Hiding takes effect without delay.
        if (expected.includes(true)) await expect.poll(findEverywhere).toEqual(expected);
        else expect(await findEverywhere()).toEqual(expected);
      }
    }
    expect(received).toContainEqual({ post_id: world.post._id, deleted: true, unavailable: true });
  });

  it('is the default for the next post; an unknown value is rejected', async () => {
    const author = await buildMember(app);
    expect(await buildPost(app, author)).toMatchObject({ visibility: 'public' });
    await buildPost(app, author, { visibility: 'connections' });
    expect(await buildPost(app, author)).toMatchObject({ visibility: 'connections' });
    const body = { postType: 'general', description: 'x', visibility: 'friends' };
    const wrong = await app.call(createPost, { token: author.token, body: body });
    expect(wrong).toMatchObject({ ok: false, status: 422 });
  });

  it('keeps the tags of a post for connections out of the list of tags', async () => {
    const { word, people, post } = await buildWorld('connections');
    const tags = () => app.services.db.selectFrom('hashtags').select('slug').where('slug', '=', word).execute();
    expect(await tags()).toEqual([]);
    const body = { _id: post._id, visibility: 'members' } as const;
    await succeed(app.call(updatePost, { token: people.author.token, body }));
    expect(await tags()).toEqual([{ slug: word }]);
  });
});
