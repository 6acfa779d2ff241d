/** What people and search engines get at public addresses while the database cannot be reached. */
import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addBuiltPage } from '#testing/files/built-page.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const APPLICATION = '<div id="root"></div>';
let app: TestApp;
let member: TestMember;
let postId: string;

beforeAll(async () => {
  app = await buildTestApp({}, addBuiltPage);
  member = await buildMember(app);
  postId = (await buildPost(app, member))._id;
  await changeSettings(app, { name: 'Night <Owls>' });
  await app.database.close();
});
afterAll(() => app.close());

const open = (url: string, headers: OutgoingHttpHeaders) => app.http.inject({ url, headers });
const unavailable = { 'cache-control': 'no-store', 'retry-after': '5' };

it('A public page is unavailable, so that it stays listed as it was, and still starts the application', async () => {
  const { id, user } = member;
  const addresses = [`/p/${postId}`, `/@${user.username}`, `/results/view-profile/${id}`];
  for (const url of [...addresses, '/webinars', '/jobs', '/tags/pottery']) {
    const page = await open(url, { accept: 'text/html' });
    expect(page.statusCode, url).toBe(503);
    expect(page.headers, url).toMatchObject(unavailable);
    expect(page.body).toContain(APPLICATION);
    const again = await open(url, { 'if-none-match': String(page.headers['etag']) });
    expect(again.statusCode, url).toBe(503);
  }
});

it('A page without content from the database is available', async () => {
  for (const url of ['/', '/Login', '/home'])
    expect((await open(url, { accept: 'text/html' })).statusCode, url).toBe(200);
});

const documents = () => [`/embed/p/${postId}`, '/feeds/all.rss', '/sitemap.xml', '/sitemaps/members-1.xml'];

it("A feed, sitemap or embedded post is replaced by a page with the community's name, for people", async () => {
  const headersOfPeople = [{ 'sec-fetch-mode': 'navigate' }, { accept: 'text/html,*/*;q=0.8' }];
  for (const url of documents())
    for (const headers of headersOfPeople) {
      const page = await open(url, headers);
      expect(page.statusCode, url).toBe(503);
      expect(page.headers, url).toMatchObject({ ...unavailable, 'content-type': 'text/html; charset=utf-8' });
      const message = 'The service is busy right now. Please try again in a moment.';
      expect(page.body).toContain(`<title>${message} · Night &#60;Owls&#62;</title>`);
      expect(page.body).toContain('<p dir="auto">Night &#60;Owls&#62;</p>');
      expect(page.body).toContain('<a href="">Try again</a>');
      const style = /<style>(.*)<\/style>/.exec(page.body)?.[1] ?? '';
      expect(page.headers['content-security-policy']).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
    }
});

it('A feed, sitemap or embedded post is replaced by JSON for programs', async () => {
  for (const url of documents())
    for (const headers of [{ 'sec-fetch-mode': 'cors', accept: 'text/html' }, { accept: '*/*' }]) {
      const response = await open(url, headers);
      expect(response.json()).toMatchObject({ status: 503, success: false });
      expect(response.headers).toMatchObject(unavailable);
    }
});
