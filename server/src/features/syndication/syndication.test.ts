import { deletePost } from '@afterhours/contract/posts/posts';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from '#testing/database/plans.ts';
import { buildMember, buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { addSitemapParts, selectSitemapPart } from './sitemap-queries.ts';

const SITE = 'https://after.example';
/** Contains everything that could end or begin an element. */
const HOSTILE = 'Ends ]]> here </script><script>alert(1)</script> & "quotes" שלום #kiln https://a.example/x?a=1&b=2';
let app: TestApp;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: SITE, APP_NAME: 'Night <Owls>' });
  ana = await buildMember(app, { username: 'ana.feeds', firstName: 'Ana', lastName: '<Lima>' });
});
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });
const xml = new XMLParser({ ignoreAttributes: false });

describe('A feed', () => {
  it("contains a member's posts in three formats, each valid for two parsers, whatever the content", async () => {
    const { _id } = await buildPost(app, ana, { description: HOSTILE });
    const link = `${SITE}/p/${_id}`;
    const [rss, atom, json] = await Promise.all(
      ['rss', 'atom', 'json'].map((form) => get(`/feeds/@Ana.Feeds.${form}`)),
    );
    for (const { body } of [rss!, atom!]) expect(XMLValidator.validate(body)).toBe(true);

    const channel = parseRssFeed(rss!.body);
    expect(channel.items?.[0]).toMatchObject({ title: 'Post by Ana <Lima>', link });
    expect(channel.items?.[0]?.description).toContain(`<a href="${SITE}/tags/kiln">#kiln</a>`);
    expect(channel.items?.[0]?.description).not.toContain('<script>');
    expect(xml.parse(rss!.body).rss.channel.title).toBe('Night <Owls>: Ana <Lima>');

    const entries = parseAtomFeed(atom!.body).entries;
    expect(entries?.[0]).toMatchObject({ id: link, title: { value: 'Post by Ana <Lima>' } });
    expect(entries?.[0]?.content?.value).toContain('Ends ]]&#62; here');
    expect(xml.parse(atom!.body).feed.entry.author).toMatchObject({ name: 'Ana <Lima>', uri: `${SITE}/@ana.feeds` });

    expect(parseJsonFeed(json!.body).items?.[0]).toMatchObject({ id: link, url: link, tags: ['kiln'] });
    expect(JSON.parse(json!.body)).toMatchObject({ feed_url: `${SITE}/feeds/@ana.feeds.json` });
    const types = [rss, atom, json].map((feed) => feed!.headers['content-type']);
    expect(types).toEqual(['rss+xml', 'atom+xml', 'feed+json'].map((type) => `application/${type}; charset=utf-8`));
  });

  it('leaves out characters that XML does not allow', async () => {
    const cleo = await buildMember(app, { username: 'cleo.feeds' });
    await buildPost(app, cleo, { description: 'Left\uffff and right\ufffe' });
    for (const format of ['rss', 'atom', 'json']) {
      const { body } = await get(`/feeds/@cleo.feeds.${format}`);
      expect(body).toContain('Left and right');
      expect(body).not.toMatch(/[\ufffe\uffff]/);
    }
  });

  it('covers all posts or a tag, and is not sent again to a client that already has it', async () => {
    const { _id } = await buildPost(app, ana, { description: 'With #größe' });
    for (const url of ['/feeds/all.rss', `/feeds/tags/${encodeURIComponent('Größe')}.rss`]) {
      const feed = await get(url);
      expect(feed.body, url).toContain(_id);
      const again = await get(url, { 'if-none-match': String(feed.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect(parseAtomFeed((await get('/feeds/tags/nobodys.atom')).body).entries ?? []).toEqual([]);
  });

  it("leaves out hidden posts, and never reveals a webinar's link", async () => {
    const webinar = { postType: 'webinar', title: 'Pricing', link: 'https://meet.example/secret' };
    await buildPost(app, ana, { ...webinar, startsAt: '2040-01-01T19:00:00Z' });
    const hidden = await buildPost(app, ana, { description: 'To be hidden' });
    await app.call(deletePost, { token: ana.token, params: { id: hidden._id } });
    for (const format of ['rss', 'atom', 'json']) {
      const { body } = await get(`/feeds/@ana.feeds.${format}`);
      expect(body).toContain('Pricing');
      expect(body).not.toMatch(/meet\.example|To be hidden/);
      expect(body).not.toContain(ana.user.email);
    }
  });

  it('redirects from a former username, and is a 404 for unknown and invalid names', async () => {
    const ben = await buildMember(app, { username: 'feed.before' });
    await app.call(updateProfile, { token: ben.token, body: { username: 'feed.after' } });
    const moved = await get('/feeds/@feed.before.atom');
    expect([moved.statusCode, moved.headers.location]).toEqual([302, '/feeds/@feed.after.atom']);
    for (const name of ['@nobody.rss', 'all.xml', 'all', 'tags/.rss', 'tags/a%20b.rss', '@.rss', '%00.rss'])
      expect((await get(`/feeds/${name}`)).statusCode, name).toBe(404);
  });
});

describe('The sitemap', () => {
  const namesIn = (body: string) => [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);

  it('lists only pages of members who have agreed, and their public posts', async () => {
    const { db } = app.services;
    const [agreed, silent, refused] = await buildMembers(app, 3);
    const [shown, held, ofSilent] = [
      await buildPost(app, agreed),
      await buildPost(app, agreed),
      await buildPost(app, silent),
    ];
    await sql`UPDATE users SET indexable = id = ${agreed.id}::uuid
      WHERE id IN (${agreed.id}::uuid, ${refused.id}::uuid)`.execute(db);
    await sql`UPDATE posts SET visibility = 'members' WHERE id = ${held._id}::uuid`.execute(db);
    await addSitemapParts(db);
    await addSitemapParts(db);
    const index = await get('/sitemap.xml');
    expect(XMLValidator.validate(index.body)).toBe(true);
    const parts = namesIn(index.body);
    expect(parts).toEqual(['pages', 'posts-1', 'members-1'].map((name) => `${SITE}/sitemaps/${name}.xml`));
    const pages = (await Promise.all(parts.map((part) => get(String(part).replace(SITE, ''))))).flatMap(({ body }) =>
      namesIn(body),
    );
    expect(pages).toEqual(
      ['/', '/webinars', '/jobs', `/p/${shown._id}`, `/@${agreed.user.username}`].map((path) => SITE + path),
    );
    for (const id of [ofSilent._id, held._id]) expect(pages.join()).not.toContain(id);
    for (const name of ['posts-2', 'x', 'posts-0', 'posts-1e3'])
      expect(namesIn((await get(`/sitemaps/${name}.xml`)).body), name).toEqual([]);
  });

  it('reads a part only by the ids in its range', async () => {
    const plan = await explain(app.services.db, (db) => selectSitemapPart(db, 'posts', 1));
    expect(plan).toMatch(/posts_pkey.*Index Cond/s);
  });
});

describe('An embedded post', () => {
  it('is offered by oEmbed, runs no scripts, sets no cookie, and may be framed by any site', async () => {
    const { _id } = await buildPost(app, ana, { description: HOSTILE });
    const offered = await get(`/api/oembed?url=${encodeURIComponent(`${SITE}/p/${_id}?utm=x`)}&maxwidth=300`);
    const response = offered.json() as Record<string, unknown>;
    expect(response).toMatchObject({ version: '1.0', type: 'rich', width: 300, provider_name: 'Night <Owls>' });
    expect(response.html).toContain(`src="${SITE}/embed/p/${_id}"`);
    // Without its own origin, the frame could not load its pictures, which only this site's pages may use.
    expect(response.html).toContain('sandbox="allow-same-origin allow-popups ');
    const page = await get(`/embed/p/${_id}`);
    expect(page.body).not.toContain('<script');
    // What screen readers jump to.
    expect(page.body).toContain('<main><article>');
    expect(page.body).toContain('&#60;script&#62;');
    expect(page.headers).not.toHaveProperty('x-frame-options');
    expect(page.headers).not.toHaveProperty('set-cookie');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors *');
    expect(policy).not.toContain('script-src');
  });

  it('is a 404 for other sites, other pages and hidden posts, and a 410 if deleted', async () => {
    const deleted = await buildPost(app, ana);
    await app.call(deletePost, { token: ana.token, params: { id: deleted._id } });
    const path = `/p/${deleted._id}`;
    for (const url of [`https://b.example${path}`, `${SITE}${path}`, `${SITE}/home`, 'x', ''])
      expect((await get(`/api/oembed?url=${encodeURIComponent(url)}`)).statusCode, url).toBe(404);
    expect((await get('/api/oembed')).statusCode).toBe(404);
    expect((await get('/api/oembed?format=xml')).statusCode).toBe(501);
    const gone = await get(`/embed${path}`);
    expect(gone.statusCode).toBe(410);
    expect(gone.headers['content-type']).toContain('text/html');
    expect(gone.headers['content-security-policy']).toContain('frame-ancestors *');
    expect(gone.body).toContain('This post is not available.');
    for (const id of ['x', ana.id, '%00']) expect((await get(`/embed/p/${id}`)).statusCode, id).toBe(404);
  });
});
