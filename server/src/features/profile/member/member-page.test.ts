import { brotliDecompressSync } from 'node:zlib';
import { setBio } from '@afterhours/contract/profile/profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { uploadUserImage } from '@afterhours/contract/uploads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandPage } from '#http/pages/site-heads.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { addBuiltPage } from '#testing/files/built-page.ts';
import { buildForm, buildPng } from '#testing/files/images.ts';
import { buildMember } from '#testing/rows/members.ts';
import { plainSite } from '#testing/rows/sites.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
const SHELL = `<!doctype html>
<html lang="en">
  <head>
    <title>Afterhours</title>
    <meta name="description" content="The network &amp; more." />
  </head>
  <body><div id="root"></div>${'<!-- the rest of a page -->'.repeat(60)}</body>
</html>`;
/** The head of every page that has no description of its own. */
const NAMED = brandPage(SHELL, plainSite);
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp({ PUBLIC_URL: 'https://after.example' }, (dataDir) => addBuiltPage(dataDir, SHELL));
});
afterAll(() => app.close());

const open = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });
const tagsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, text]) => [name, text]),
  );

describe('The link preview of a member', () => {
  it('shows name, profession, intro and the largest picture, whatever the case of its URL', async () => {
    const ana = await buildMember(app, { firstName: 'Ana', lastName: 'Lima', profession: 'Potter' });
    const form = buildForm({}, [{ field: 'image', name: 'a.png', bytes: await buildPng(40, 40) }]);
    const uploaded = await succeed(app.call(uploadUserImage, { token: ana.token, form }));
    const image = uploaded.body.filename;
    await app.call(updateProfile, { token: ana.token, body: { image, intro_details: 'Mugs,\nmostly.' } });
    const address = `https://after.example/@${ana.user.username}`;
    for (const url of [
      `/@${ana.user.username.toUpperCase()}`,
      `/results/view-profile/${ana.id}`,
      `/Results/View-Profile/${ana.id.toUpperCase()}/`,
      `/results/view-profile/${ana.id}?utm=x`,
    ]) {
      const page = await open(url);
      expect(page.statusCode).toBe(200);
      expect(page.body).toContain('<title>Ana Lima · Potter</title>');
      expect(page.body).toContain(`<link rel="canonical" href="${address}" />`);
      expect(tagsOf(page.body)).toEqual({
        'application-name': 'Afterhours',
        description: 'Mugs, mostly.',
        robots: 'noindex',
        'og:site_name': 'Afterhours',
        'og:type': 'profile',
        'og:title': 'Ana Lima · Potter',
        'og:description': 'Mugs, mostly.',
        'og:url': address,
        'og:image': `https://after.example/api/uploads/users/${image}`,
        'twitter:card': 'summary',
        'twitter:title': 'Ana Lima · Potter',
        'twitter:description': 'Mugs, mostly.',
        'twitter:image': `https://after.example/api/uploads/users/${image}`,
      });
      expect((await open(`/api/uploads/users/${image}`)).headers['content-type']).toBe('image/jpeg');
      expect(page.body).toContain('<h1><bdi>Ana Lima</bdi></h1>');
      for (const secret of [ana.user.email, '1234567890', '1990-']) expect(page.body).not.toContain(secret);
    }
  });

  it("falls back to the bio, cut at a word boundary, and then to the site's text", async () => {
    const { id, token } = await buildMember(app, { profession: undefined });
    // Uses a different URL each time, as pages are cached for some seconds.
    let at = `/results/view-profile/${id}`;
    const page = () => open((at += '/')).then(({ body }) => tagsOf(body));
    expect(await page()).toMatchObject({ 'og:description': 'The network &amp; more.' });
    expect((await page())['og:image']).toMatch(/\/api\/previews\/members\//);
    await app.call(setBio, { token, body: { bio: `${'evening '.repeat(24)}lamplight, and then more words` } });
    const { 'og:description': description = '' } = await page();
    expect(description).toBe(`${'evening '.repeat(24).trim()}…`);
    await app.call(setBio, { token, body: { bio: 'x'.repeat(500) } });
    expect((await page())['og:description']).toHaveLength(200);
  });

  it('escapes whatever a member calls themselves', async () => {
    const names = { firstName: '"><script>alert(1)</script>', lastName: "$& ' <b>", profession: '</title><img src=x>' };
    const { id } = await buildMember(app, { ...names, username: 'scripted' });
    const page = await open(`/results/view-profile/${id}`);
    expect(page.body.replaceAll(/<script type="application\/(ld\+)?json"[^>]*>[^<]*<\/script>/g, '')).not.toMatch(
      /<script|<img|<b>/,
    );
    expect(page.body.match(/<title>/g)).toHaveLength(1);
    expect(tagsOf(page.body)['og:title']).toBe(
      '&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62; $&#38; &#39; &#60;b&#62; · &#60;/title&#62;&#60;img ' +
        'src=x&#62;',
    );
    expect(String(page.headers['content-security-policy'])).toContain("script-src 'self'");
  });

  it('is a 404 that still contains the app for an unknown member', async () => {
    for (const id of [NOBODYS, 'abc', '%00', '%zz', "'--"]) {
      const page = await open(`/results/view-profile/${id}`);
      expect(page.statusCode, id).toBe(id === '%zz' ? 400 : 404);
      if (id !== '%zz') expect(page.body).toBe(NAMED);
    }
  });
});

describe('A generic page', () => {
  it('is compressed for clients that accept it', async () => {
    const page = await open('/Login', { 'accept-encoding': 'gzip, br' });
    expect(page.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('<title>Sign in · Afterhours</title>');
  });

  it('has its own title and description', async () => {
    const page = await open('/login');
    expect(page.body).toContain('<title>Sign in · Afterhours</title>');
    expect(tagsOf(page.body)).toMatchObject({ 'og:type': 'website', 'og:url': 'https://after.example/Login' });
    expect(tagsOf((await open('/')).body)['og:title']).toBe('Afterhours · The network for what you build after work');
    expect((await open('/home')).body).toBe(NAMED);
    expect((await open(`/${'long'.repeat(100)}`)).body).toBe(NAMED);
  });

  it('is not sent again to a client that already has it', async () => {
    const { headers } = await open('/');
    const again = await open('/', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await app.http.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
  });
});
