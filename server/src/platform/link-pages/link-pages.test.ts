import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPng } from '#testing/files/images.ts';
import { startWebSite, type WebSite } from '#testing/servers/web-site.ts';
import { createLinkPages, type LinkPages } from './link-pages.ts';

const MEGABYTE = 1024 * 1024;
let site: WebSite;
let pages: LinkPages;
const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-links-'));

beforeAll(async () => {
  site = await startWebSite();
  const hostOverrides = { 'site.example': site.origin, 'short.example': site.origin };
  pages = createLinkPages({ ownHosts: ['community.example'], hostOverrides });
});
afterAll(async () => {
  await pages.stop();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const fetchPath = (path: string, host = 'site.example') => pages.fetch(`https://${host}${path}`, folder);

describe('A page', () => {
  it('is described by its Open Graph tags, with its picture in a file', async () => {
    const png = await buildPng(40, 20);
    site.pages.set('/picture.png', (reply) => reply.writeHead(200, { 'content-type': 'image/png' }).end(png));
    site.serve(
      '/full',
      `<title>Tab title</title><meta property="og:title" content="Kiln &amp; glaze">
      <meta name="description" content="Plain"><meta property="og:description" content="How to fire">
      <meta property="og:image" content="/picture.png">`,
    );
    const found = await fetchPath('/full');
    expect(found).toMatchObject({ kind: 'page', title: 'Kiln & glaze', description: 'How to fire' });
    const picture = found.kind === 'page' ? found.picture : null;
    expect(picture?.bytes).toBe(png.length);
    expect(existsSync(picture?.path ?? '')).toBe(true);
    rmSync(picture?.path ?? '');
  });

  it('is described by its title alone, and never by its body', async () => {
    site.pages.set('/bare', (reply) =>
      reply
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Bare</title><body><meta property="og:title" content="From the body"><title>x</title>'),
    );
    expect(await fetchPath('/bare')).toEqual({
      kind: 'page',
      hops: ['https://site.example/bare'],
      title: 'Bare',
      description: '',
      picture: null,
    });
  });

  it.each([
    ['its type', { 'content-type': 'text/html; charset=windows-1255' }, ''],
    ['a tag', { 'content-type': 'text/html' }, '<meta charset="windows-1255">'],
  ])('in another character set is decoded according to %s', async (_name, headers, tag) => {
    const hebrew = Buffer.concat([Buffer.from(`<head>${tag}<title>`), Buffer.from([0xf9, 0xec, 0xe5, 0xed])]);
    site.pages.set('/hebrew', (reply) => reply.writeHead(200, headers).end(hebrew));
    expect(await fetchPath('/hebrew')).toMatchObject({ title: 'שלום' });
  });

  it('is found through three redirects, all of which are recorded', async () => {
    for (const hop of [1, 2])
      site.pages.set(`/hop${hop}`, (reply) => reply.writeHead(301, { location: `/hop${hop + 1}` }).end());
    site.pages.set('/hop3', (reply) => reply.writeHead(307, { location: 'https://short.example/end' }).end());
    site.serve('/end', '<title>The end</title>');
    const found = await fetchPath('/hop1');
    expect(found).toMatchObject({ kind: 'page', title: 'The end' });
    expect(found.hops).toEqual([
      'https://site.example/hop1',
      'https://site.example/hop2',
      'https://site.example/hop3',
      'https://short.example/end',
    ]);
  });

  it('receives no cookies, and the name of this program', async () => {
    let headers: Record<string, unknown> = {};
    site.pages.set('/cookie', (reply, request) => {
      headers = request.headers;
      reply.writeHead(302, { location: '/after', 'set-cookie': 'a=b' }).end();
    });
    site.pages.set('/after', (reply, request) => {
      headers = request.headers;
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<title>x</title>');
    });
    await fetchPath('/cookie');
    expect(headers).toMatchObject({ 'user-agent': expect.stringContaining('AfterhoursLinkCards') });
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  });
});

describe('A page has no card', () => {
  it.each([
    ['of another type', 200, { 'content-type': 'application/pdf' }, 'none'],
    ['that does not exist', 404, { 'content-type': 'text/html' }, 'none'],
    ['that fails', 500, { 'content-type': 'text/html' }, 'away'],
    ['that is busy', 429, { 'content-type': 'text/html' }, 'away'],
    ['that asks not to be quoted', 200, { 'content-type': 'text/html', 'x-robots-tag': 'noindex, nosnippet' }, 'none'],
  ])('%s', async (_name, status, headers, kind) => {
    site.pages.set('/odd', (reply) => reply.writeHead(status, headers).end('<title>x</title>'));
    expect((await fetchPath('/odd')).kind).toBe(kind);
  });

  it.each([
    ['without a title', '<meta property="og:description" content="x">'],
    ['that asks not to be quoted in a tag', '<title>x</title><meta name="robots" content="nosnippet">'],
  ])('%s', async (_name, head) => {
    site.serve('/head', head);
    expect((await fetchPath('/head')).kind).toBe('none');
  });

  it('that redirects in a loop, or to this community', async () => {
    site.pages.set('/circle', (reply) => reply.writeHead(302, { location: '/circle' }).end());
    site.pages.set('/home', (reply) => reply.writeHead(302, { location: 'https://community.example/Login' }).end());
    expect([(await fetchPath('/circle')).kind, (await fetchPath('/home')).kind]).toEqual(['none', 'none']);
    expect(site.asked.filter((each) => each === '/circle')).toHaveLength(4);
  });
});

describe('A malicious site', () => {
  it('sends two gigabytes, of which only the head is read', async () => {
    let sent = 0;
    site.pages.set('/huge', (reply) => {
      reply.writeHead(200, { 'content-type': 'text/html', 'content-length': String(2_048 * MEGABYTE) });
      reply.write('<title>Huge</title>');
      const filler = Buffer.alloc(64 * 1024, 'x');
      const more = (): void => {
        while (!reply.destroyed && reply.write(filler)) sent += filler.length;
        if (!reply.destroyed) reply.once('drain', more);
      };
      more();
    });
    expect(await fetchPath('/huge')).toMatchObject({ kind: 'page', title: 'Huge' });
    expect(sent).toBeLessThan(20 * MEGABYTE);
  });

  it('sends a gzip bomb, of which only a little is decompressed', async () => {
    // Several members of one gzip stream: 500 MB that need not be compressed.
    const spaces = gzipSync(Buffer.alloc(MEGABYTE, ' '));
    const bomb = Buffer.concat([gzipSync('<title>Bomb</title>'), ...Array.from({ length: 500 }, () => spaces)]);
    site.pages.set('/bomb', (reply) =>
      reply.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb),
    );
    const before = process.memoryUsage.rss();
    expect(await fetchPath('/bomb')).toMatchObject({ kind: 'page', title: 'Bomb' });
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MEGABYTE);
  }, 20_000);

  it('sends its page or headers in drips, or never responds, and is given up after five seconds', async () => {
    site.pages.set('/drip', (reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => reply.write(' '), 200);
      reply.once('close', () => clearInterval(timer));
    });
    site.pages.set('/headers', (reply) => {
      const timer = setInterval(() => reply.socket?.write('x-more: 1\r\n'), 50);
      reply.socket?.write('HTTP/1.1 200 OK\r\n');
      reply.socket?.once('close', () => clearInterval(timer));
    });
    site.pages.set('/silent', () => undefined);
    const startedAt = performance.now();
    const found = await Promise.all(['/drip', '/headers', '/silent'].map((each) => fetchPath(each)));
    expect(found.map(({ kind }) => kind)).toEqual(['away', 'away', 'away']);
    expect(performance.now() - startedAt).toBeLessThan(7_000);
  }, 20_000);

  it('sends more headers than fit', async () => {
    site.pages.set('/many', (reply) => {
      reply.socket?.write(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-many: ${'a'.repeat(100_000)}\r\n\r\n`);
    });
    expect((await fetchPath('/many')).kind).toBe('away');
  });

  it('names a picture that is too large or missing, and gets a card without one', async () => {
    site.pages.set('/large.png', (reply) => {
      reply.writeHead(200, { 'content-type': 'image/png' });
      reply.end(Buffer.alloc(6 * MEGABYTE));
    });
    site.serve('/large', '<title>Large</title><meta property="og:image" content="/large.png">');
    site.serve('/gone', '<title>Gone</title><meta property="og:image" content="/nothing.png">');
    for (const each of ['/large', '/gone'])
      expect(await fetchPath(each)).toMatchObject({ kind: 'page', picture: null });
    expect(readdirSync(folder)).toEqual([]);
  });
});
