/** Requests pages of posts as browsers do: compressed, by callers who hang up, and with hostile headers and bodies. */
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import zlib from 'node:zlib';
import { listFeed } from '@afterhours/contract/feed';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '#testing/calls/sockets.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const POSTS = 30;
const URL_OF_PAGE = '/api/post/getAllPost?sort=latest&limit=30';
const decoders = {
  zstd: zlib.zstdDecompressSync,
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
} satisfies Record<string, (bytes: Buffer) => Buffer>;

let app: TestApp;
let author: TestMember;
let viewer: TestMember;
let port: number;

beforeAll(async () => {
  app = await buildTestApp();
  [author, viewer] = [await buildMember(app), await buildMember(app)];
  for (let count = 0; count < POSTS; count++)
    await buildPost(app, author, { description: `Evening ${count} `.repeat(9) });
  port = Number(new URL(await listen(app)).port);
});
afterAll(() => app.close());

/** The author's page is built for them; the viewer, who has done nothing, gets the cached page that all share. */
const requestPage = (member: TestMember, encodings?: string) =>
  app.http.inject({
    url: URL_OF_PAGE,
    headers: {
      authorization: `Bearer ${member.token}`,
      ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
    },
  });

describe('A page of posts', () => {
  it.each(['zstd', 'br', 'gzip'] as const)('is the same in %s, whether cached or built anew', async (encoding) => {
    for (const member of [author, viewer]) {
      const plain = await requestPage(member);
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(plain.json().body).toHaveLength(POSTS);
      for (let time = 0; time < 2; time++) {
        const response = await requestPage(member, encoding);
        expect(response.headers).toMatchObject({
          'content-encoding': encoding,
          'content-length': String(response.rawPayload.length),
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          vary: expect.stringContaining('accept-encoding'),
        });
        expect(decoders[encoding](response.rawPayload).toString()).toBe(plain.body);
      }
    }
  });

  it('uses the best encoding that the browser accepts', async () => {
    for (const member of [author, viewer]) {
      expect((await requestPage(member, 'gzip, deflate, br, zstd')).headers['content-encoding']).toBe('zstd');
      expect((await requestPage(member, 'gzip, deflate, br')).headers['content-encoding']).toBe('br');
      expect((await requestPage(member, 'gzip;q=1, br;q=0.5')).headers['content-encoding']).toBe('gzip');
    }
  });

  it.each([
    '',
    'compress',
    'zstd;q=0',
    'identity;q=0, unknown',
    ',;=q,,',
    'br;q=Infinity',
    'x'.repeat(7_000),
    'br, '.repeat(1_500),
  ])('is readable whatever the Accept-Encoding header is: %j', async (encodings) => {
    for (const member of [author, viewer]) {
      const response = await requestPage(member, encodings);
      expect(response.statusCode).toBe(200);
      const encoding = response.headers['content-encoding'] as keyof typeof decoders | undefined;
      const bytes = encoding === undefined ? response.rawPayload : decoders[encoding](response.rawPayload);
      expect(JSON.parse(bytes.toString()).body).toHaveLength(POSTS);
    }
  });

  it('arrives complete for others while callers hang up in the middle of it', async () => {
    const headers = ['Host: localhost', `Authorization: Bearer ${viewer.token}`, 'Accept-Encoding: br'];
    const request = [`GET ${URL_OF_PAGE} HTTP/1.1`, ...headers, '', ''].join('\r\n');
    const hangUp = () =>
      new Promise<void>((resolve) => {
        const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
        socket.once('data', () => socket.destroy()).once('close', () => resolve());
      });
    const readWhole = async () => {
      const response = await requestPage(viewer, 'br');
      expect(JSON.parse(decoders.br(response.rawPayload).toString()).body).toHaveLength(POSTS);
    };
    await Promise.all(Array.from({ length: 60 }, (_, turn) => (turn % 2 === 0 ? hangUp() : readWhole())));
    const response = await app.call(listFeed, { token: viewer.token, query: { sort: 'latest' } });
    expect(response).toMatchObject({ status: 200 });
  });
});

describe('A compressed request body', () => {
  const BOMB = Buffer.alloc(200 * 1024 * 1024, ' ');
  const send = (encoding: string, payload: Buffer) =>
    app.http.inject({
      method: 'POST',
      url: '/api/post/create',
      headers: {
        authorization: `Bearer ${viewer.token}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      payload,
    });

  it.each([
    ['gzip', zlib.gzipSync(BOMB)],
    ['zstd', zlib.zstdCompressSync(BOMB)],
  ])('is rejected before it is decompressed completely: %s', async (encoding, payload) => {
    const before = process.memoryUsage().rss;
    const response = await send(encoding, payload);
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ success: false, message: expect.any(String) });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it.each(['gzip', 'br', 'zstd'])('is rejected if it has files: %s', async (encoding) => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/post/uploadFile',
      headers: {
        authorization: `Bearer ${viewer.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-encoding': encoding,
      },
      payload: zlib.gzipSync(Buffer.concat([Buffer.from('--x\r\n'), randomBytes(1024 * 1024)])),
    });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ success: false, message: expect.any(String) });
  });

  it.each(['gzip', 'zstd'])('is rejected if it cannot be decompressed: %s', async (encoding) => {
    const response = await send(encoding, Buffer.from('{"postType":"general"}'));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, message: expect.any(String) });
  });

  it.each([
    ['identity', Buffer.from(JSON.stringify({ postType: 'general', description: 'Not compressed' }))],
    ['gzip', zlib.gzipSync(JSON.stringify({ postType: 'general', description: 'Compressed' }))],
    ['deflate', zlib.deflateSync(JSON.stringify({ postType: 'general', description: 'Compressed' }))],
    ['zstd', zlib.zstdCompressSync(JSON.stringify({ postType: 'general', description: 'Compressed' }))],
  ])('is taken in this encoding: %s', async (encoding, payload) => {
    const response = await send(encoding, payload);
    expect(response.json()).toMatchObject({ success: true });
  });

  it.each(['br', 'unknown', 'gzip, br'])('is rejected in an encoding that is not taken: %s', async (encoding) => {
    const response = await send(encoding, zlib.brotliCompressSync('{"postType":"general"}'));
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ success: false, message: expect.any(String) });
  });
});

it('A body that unpacks to too much is refused early, and not unpacked any further', async () => {
  const pause = vi.spyOn(zlib.Gunzip.prototype, 'pause');
  const { status } = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: zlib.gzipSync(Buffer.alloc(128 * 1024 * 1024)),
  });
  expect(status).toBe(413);
  const [unpacking] = pause.mock.contexts as zlib.Gunzip[];
  pause.mockRestore();
  await expect.poll(() => unpacking?.closed).toBe(true);
  expect(unpacking?.readableEnded).toBe(false);
});
