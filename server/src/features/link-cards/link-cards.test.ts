import { askLinkCard, CARDS_AN_HOUR } from '@afterhours/contract/posts/link-cards';
import { createPost, deletePost, getPost, type Post, updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFiltering } from '#testing/calls/filtering.ts';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildPng } from '#testing/files/images.ts';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { startWebSite, type WebSite } from '#testing/servers/web-site.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { deleteUnusedCards } from './commands.ts';

let app: TestApp;
let site: WebSite;
let ana: TestMember;
let ben: TestMember;
let number = 0;

beforeAll(async () => {
  site = await startWebSite();
  const png = await buildPng(640, 320);
  site.pages.set('/picture.png', (reply) => reply.writeHead(200, { 'content-type': 'image/png' }).end(png));
  const hostOverrides = { 'site.example': site.origin, 'blocked.example': site.origin };
  app = await buildTestApp({ PUBLIC_URL: 'https://after.example' }, undefined, { hostOverrides });
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(async () => {
  await app.close();
  await site.close();
});

/** Serves a page at an address of its own. */
function servePage(head = '<title>Firing a kiln</title>'): string {
  const path = `/page${number++}`;
  site.serve(path, head);
  return `https://site.example${path}`;
}

async function load(id: string, member: TestMember | null = null): Promise<Post> {
  return (await succeed(app.call(getPost, { token: member?.token ?? null, params: { id } }))).body;
}

const cardOf = async (id: string) => (await load(id)).card;
const publish = (url: string, fields: object = {}) => buildPost(app, ana, { description: `Read ${url}!`, ...fields });
const requestCard = (member: TestMember, url: unknown) => app.call(askLinkCard, { token: member.token, body: { url } });
const countFetches = (url: string) => site.asked.filter((path) => url.endsWith(path)).length;

describe("A post's card", () => {
  it('appears after the post is published, with a picture that this installation serves', async () => {
    const url = servePage(
      `<title>x</title><meta property="og:title" content="Firing a kiln">
      <meta property="og:image" content="/picture.png">`,
    );
    const post = await publish(url);
    expect(post.card).toBeNull();
    // The first card of a process also starts the threads that fetch pages and open pictures.
    await expect.poll(() => cardOf(post._id), { timeout: 10_000 }).not.toBeNull();
    const card = await cardOf(post._id);
    expect(card).toMatchObject({
      url,
      title: 'Firing a kiln',
      site: 'site.example',
      image: { width: 640, height: 320 },
    });
    const picture = await app.http.inject({ url: card?.image?.url ?? '' });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  it('appears within three seconds, even while other pages keep the server waiting', async () => {
    const silent = Array.from({ length: 4 }, () => `/silent${number++}`);
    for (const name of silent) {
      site.pages.set(name, () => undefined);
      await publish(`https://site.example${name}`);
    }
    await expect.poll(() => silent.every((name) => site.asked.includes(name))).toBe(true);
    const began = performance.now();
    const post = await publish(servePage());
    await expect.poll(() => cardOf(post._id), { timeout: 5_000 }).not.toBeNull();
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('is announced to the tabs that have the post open', async () => {
    const socket = await connectSocket(await listen(app), ben);
    const received: unknown[] = [];
    socket.on('post', (payload: unknown) => received.push(payload));
    const pageRequested = Promise.withResolvers<() => void>();
    const path = `/late${number++}`;
    site.pages.set(path, (reply) =>
      pageRequested.resolve(() => reply.writeHead(200, { 'content-type': 'text/html' }).end('<title>Late</title>')),
    );
    const post = await publish(`https://site.example${path}`);
    await socket.timeout(5_000).emitWithAck('watch', { post_id: post._id });
    (await pageRequested.promise)();
    await expect.poll(() => received).toEqual([{ post_id: post._id, edited: true }]);
    socket.disconnect();
  });

  it('is there at once if the page is already known, and the page is fetched once for everyone', async () => {
    const url = servePage();
    const first = await publish(url);
    await expect.poll(() => cardOf(first._id)).not.toBeNull();
    const others = await Promise.all([ana, ben].map((member) => buildPost(app, member, { description: url })));
    for (const post of others) expect(post.card).toMatchObject({ url, title: 'Firing a kiln' });
    expect(countFetches(url)).toBe(1);
  });

  it('is created once when many members publish the same link at the same time', async () => {
    const url = servePage();
    const posts = await Promise.all(Array.from({ length: 8 }, () => publish(url)));
    for (const { _id } of posts) await expect.poll(() => cardOf(_id)).not.toBeNull();
    expect(countFetches(url)).toBe(1);
  });

  it("belongs to the first link only, and never to one of the site's own pages", async () => {
    const [first, second] = [servePage(), servePage()];
    const post = await buildPost(app, ana, { description: `${first} and ${second}` });
    await expect.poll(() => cardOf(post._id)).toMatchObject({ url: first });
    expect(countFetches(second)).toBe(0);
    const own = await buildPost(app, ana, { description: 'https://after.example/p/1' });
    const { card_id } = await app.services.db
      .selectFrom('posts')
      .select('card_id')
      .where('id', '=', own._id)
      .executeTakeFirstOrThrow();
    expect(card_id).toBeNull();
  });

  it('shows texts without control characters and direction overrides, shortened, and never as markup', async () => {
    const url = servePage(
      `<meta property="og:title" content="&#x202e;gnirif&#x202c; &lt;/script&gt;&lt;b&gt; ${'long '.repeat(100)}">`,
    );
    const post = await publish(url);
    await expect.poll(() => cardOf(post._id)).not.toBeNull();
    const title = (await cardOf(post._id))?.title ?? '';
    expect(title).toMatch(/^gnirif <\/script><b> long .*…$/);
    expect(title.length).toBeLessThanOrEqual(160);
  });

  it('can be dropped by its author, stays dropped, and returns on request', async () => {
    const url = servePage();
    const post = await publish(url, { card: false });
    const edit = async (fields: object) => {
      const response = await app.call(updatePost, { token: ana.token, body: { _id: post._id, ...fields } });
      return response.ok ? response.body.card : response;
    };
    expect(await edit({ description: `Now read ${url}` })).toBeNull();
    expect(countFetches(url)).toBe(0);
    // The page may have been fetched by the time the call responds.
    await edit({ card: true });
    await expect.poll(() => cardOf(post._id)).toMatchObject({ url });
    expect(await edit({ description: 'No link' })).toBeNull();
    expect(await edit({ description: `Again ${url}` })).toMatchObject({ url });
    expect(await edit({ card: false })).toBeNull();
  });

  it('takes no additional statement, and posts without a link never touch the table', async () => {
    const [plain, linked] = [await buildPost(app, ana), await publish(servePage())];
    await expect.poll(() => cardOf(linked._id)).not.toBeNull();
    const read = (id: string) => app.countStatements(() => load(id, ben));
    for (const { _id } of [plain, linked])
      await app.call(updatePost, { token: ana.token, body: { _id, hashtags: ['x'] } });
    expect(await read(linked._id)).toBe(await read(plain._id));
    const seen: string[] = [];
    const stop = app.database.onStatement((statement) => seen.push(statement));
    await buildPost(app, ana);
    stop();
    expect(seen.filter((statement) => /(?:FROM|INTO|UPDATE) "?link_cards"? (?!card )/.test(statement))).toEqual([]);
  });

  it('does not appear for a page that cannot be reached, but the post is published', async () => {
    const post = await publish('https://unreachable.invalid.example/');
    const state = () =>
      app.services.db
        .selectFrom('link_cards as c')
        .innerJoin('posts as p', 'p.card_id', 'c.id')
        .select('c.state')
        .where('p.id', '=', post._id)
        .executeTakeFirst();
    await expect.poll(state, { timeout: 8_000 }).toEqual({ state: 'none' });
    expect(await cardOf(post._id)).toBeNull();
  });

  it('can be requested with true or false only', async () => {
    const response = await app.call(createPost, {
      token: ana.token,
      body: { postType: 'general', description: 'x', card: 'perhaps' },
    });
    expect(response).toMatchObject({ ok: false, status: 422 });
  });
});

describe('A link to a blocked site', () => {
  it('behind a redirect holds the posts with it, both before and after the page has been fetched', async () => {
    const owner = await buildStaff(app, 'owner');
    const { addFilter } = createFiltering(() => ({ app, owner, ana }));
    await addFilter({ kind: 'domains', entries: ['blocked.example'] });
    site.serve('/bad', '<title>Bad</title>');
    site.pages.set('/short', (reply) => reply.writeHead(302, { location: 'https://blocked.example/bad' }).end());
    const before = await publish('https://site.example/short');
    const isHidden = async (id: string) => !(await app.call(getPost, { token: ben.token, params: { id } })).ok;
    await expect.poll(() => isHidden(before._id)).toBe(true);
    const after = await publish('https://site.example/short');
    expect(await isHidden(after._id)).toBe(true);
    expect((await load(after._id, ana)).card).toBeNull();
  });
});

describe('Requesting a card', () => {
  it('returns a pending card first and then a ready one, and fetches the page only once', async () => {
    const url = servePage();
    const [first] = await Promise.all([requestCard(ana, url), requestCard(ana, url), requestCard(ben, url)]);
    expect(first).toMatchObject({ ok: true, body: { state: 'pending', card: null } });
    await expect
      .poll(async () => (await requestCard(ana, url)) as object)
      .toMatchObject({ body: { state: 'ready', card: { url } } });
    expect(countFetches(url)).toBe(1);
  });

  it.each(['http://127.0.0.1/', 'https://after.example/home', 'https://after.example./home', 'no link', ''])(
    'returns nothing for %j',
    async (url) => {
      expect(await requestCard(ana, url)).toMatchObject({ ok: true, body: { state: 'none', card: null } });
    },
  );

  it('is possible for members who may publish, and requires a text', async () => {
    expect(await app.call(askLinkCard, { body: { url: 'https://site.example/' } })).toMatchObject({ status: 401 });
    for (const url of [undefined, null, 5, ['x'], 'x'.repeat(2_001)])
      expect(await requestCard(ana, url)).toMatchObject({ ok: false, status: 422 });
  });
});

describe('Cards that no post uses', () => {
  it('are deleted after a day, with their pictures, while those in use stay', async () => {
    const picture = '<title>x</title><meta property="og:image" content="/picture.png">';
    const [kept, unused] = [await publish(servePage(picture)), await publish(servePage(picture))];
    for (const { _id } of [kept, unused]) await expect.poll(() => cardOf(_id)).not.toBeNull();
    const filename = (await cardOf(unused._id))?.image?.filename ?? '';
    const url = (await cardOf(unused._id))?.url ?? '';
    await app.call(deletePost, { token: ana.token, params: { id: unused._id } });
    await deleteUnusedCards(app.services);
    expect(await requestCard(ana, url)).toMatchObject({ body: { state: 'ready' } });
    await sql`UPDATE link_cards SET keep_until = now() - interval '1 minute'`.execute(app.services.db);
    await deleteUnusedCards(app.services);
    expect(await cardOf(kept._id)).not.toBeNull();
    const rows = await app.services.db.selectFrom('link_cards').select('id').where('url', '=', url).execute();
    expect(rows).toEqual([]);
    const upload = await app.services.db
      .selectFrom('uploads')
      .select('used_at')
      .where('filename', '=', filename)
      .executeTakeFirst();
    expect(upload).toEqual({ used_at: null });
  });
});

describe('Link cards', () => {
  it('can be limited per member and hour, and can be switched off', async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '1' }, undefined, {
      hostOverrides: { 'site.example': site.origin },
    });
    const off = await buildTestApp({ LINK_CARDS: 'off' }, undefined, {
      hostOverrides: { 'site.example': site.origin },
    });
    try {
      const [author, other] = await buildMembers(limited, 2);
      const { token } = author;
      const canRequest = async (url: string) => (await limited.call(askLinkCard, { token, body: { url } })).ok;
      for (let each = 0; each < CARDS_AN_HOUR; each++)
        expect(await canRequest(`https://site.example/many${each}`)).toBe(true);
      expect(await canRequest('https://site.example/one-more')).toBe(false);
      expect(await canRequest('https://site.example/many0')).toBe(true);
      // Posts and edits are published all the same, but their pages are not fetched either.
      const fetched = async (page: string) => {
        const cards = limited.services.db.selectFrom('link_cards').where('url', '=', `https://site.example/${page}`);
        return (await cards.where('fetch_from', '>', new Date()).select('id').execute()).length > 0;
      };
      const { _id } = await buildPost(limited, author, { description: 'https://site.example/in-post' });
      const body = { _id, description: 'https://site.example/in-edit' };
      expect(await limited.call(updatePost, { token, body })).toMatchObject({ ok: true });
      expect(await Promise.all(['many0', 'in-post', 'in-edit'].map(fetched))).toEqual([true, false, false]);
      await buildPost(limited, other, { description: 'https://site.example/in-post' });
      expect(await fetched('in-post')).toBe(true);
      const member = await buildMember(off);
      const url = servePage();
      const response = await off.call(askLinkCard, { token: member.token, body: { url } });
      expect(response).toMatchObject({ body: { state: 'none' } });
      await buildPost(off, member, { description: url });
      expect(countFetches(url)).toBe(0);
    } finally {
      await Promise.all([limited.close(), off.close()]);
    }
  });
});
