import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CommunitySettings,
  defaultSettings,
  getCommunitySettings,
  removeLogo,
  setCommunitySettings,
  setLogo,
} from '@afterhours/contract/community/community';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { shorten } from './manifest.ts';

const PAGE = '<!doctype html><html lang="en"><head><title>Afterhours</title></head><body>Until then</body></html>';
const WORKER = 'self.addEventListener("fetch", () => undefined);';

/** Writes the parts of a built web application that the server reads. */
function writeBuild(dataDir: string): void {
  mkdirSync(path.join(dataDir, 'web/.vite'), { recursive: true });
  writeFileSync(path.join(dataDir, 'web/index.html'), PAGE);
  writeFileSync(path.join(dataDir, 'web/.vite/sw.js'), WORKER);
  writeFileSync(path.join(dataDir, 'web/.vite/build.txt'), 'build-twelve');
}

let app: TestApp;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ SIGN_UPS_PER_HOUR: '0' }, writeBuild);
  owner = await buildStaff(app, 'owner');
});
afterAll(() => app.close());

const load = (url: string, headers: Record<string, string> = {}, from = app) => from.http.inject({ url, headers });

async function save(settings: Partial<CommunitySettings>): Promise<void> {
  const before = await succeed(app.call(getCommunitySettings, { token: owner.token }));
  const body = { ...defaultSettings, ...settings, version: before.body.version };
  const saved = await app.call(setCommunitySettings, { token: owner.token, body });
  expect(saved).toMatchObject({ ok: true });
}

type Manifest = { name: string; short_name: string; icons: { src: string; sizes: string }[] };
const manifest = async (): Promise<Manifest> => (await load('/manifest.webmanifest')).json();

describe('The manifest', () => {
  it("contains the community's name, language and accent, on every server, at the same URL", async () => {
    const secondServer = await startSecondServer(app);
    const first = await load('/manifest.webmanifest');
    expect(first.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
    expect(first.json()).toMatchObject({ id: '/', name: 'Afterhours', lang: 'en', dir: 'ltr', display: 'standalone' });
    const etag = String(first.headers.etag);
    expect((await load('/manifest.webmanifest', { 'if-none-match': etag })).statusCode).toBe(304);
    await save({ name: 'Night Owls of Lisbon', about: 'For <owls>.', accent: '#e0a030' });
    const expected = {
      id: '/',
      name: 'Night Owls of Lisbon',
      short_name: 'Night Owls',
      description: 'For <owls>.',
      theme_color: '#e0a030',
    };
    await expect.poll(manifest).toMatchObject(expected);
    await expect
      .poll(async () => (await secondServer.http.inject({ url: '/manifest.webmanifest' })).json())
      .toMatchObject(expected);
    await secondServer.stop();
    await save({});
  });

  it.each([
    ['Afterhours', 'Afterhours'],
    ['Night Owls of Lisbon', 'Night Owls'],
    ['Donaudampfschifffahrt', 'Donaudampfsc'],
    ['نادي المساء للعمل الحر', 'نادي المساء'],
    ['🦉🦉🦉🦉🦉🦉🦉🦉', '🦉🦉🦉🦉🦉🦉🦉🦉'],
  ])('shortens %s to %s', (name, short) => {
    expect(shorten(name)).toBe(short);
  });
});

describe('The icons', () => {
  it('have the sizes that the manifest states, and change once there is a logo', async () => {
    const before = await manifest();
    for (const { src, sizes } of before.icons) {
      const icon = await load(src);
      expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png']);
      const { width, height } = await sharp(icon.rawPayload).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const [first] = before.icons;
    const drawn = (await load(first?.src ?? '')).rawPayload;
    const form = buildForm({}, [{ field: 'logo', name: 'logo.jpg', bytes: await buildJpeg(600, 300) }]);
    await app.call(setLogo, { token: owner.token, form });
    await expect.poll(async () => (await manifest()).icons[0]?.src).not.toBe(first?.src);
    const withLogo = await load((await manifest()).icons[0]?.src ?? '');
    expect(withLogo.rawPayload.equals(drawn)).toBe(false);
    expect((await load('/Login')).body).toMatch(/<link rel="apple-touch-icon" href="\/api\/app-icons\/square-180\.png/);
    await app.call(removeLogo, { token: owner.token });
  });

  it.each(['9.png', 'square-192.png', 'maskable-180.png', '192.jpg', '..%2F192.png', '192.png%00'])(
    'respond with a 404 to another name: %s',
    async (name) => {
      expect((await load(`/api/app-icons/${name}`)).statusCode).toBe(404);
    },
  );

  it('are drawn once for many concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => load('/api/app-icons/512.png')));
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  });
});

describe('The service worker', () => {
  it('is revalidated by browsers on every use, and may connect to this server only', async () => {
    const { statusCode, headers, body } = await load('/sw.js');
    expect([statusCode, body]).toEqual([200, WORKER]);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    });
  });

  it("caches a page that has the community's look, names its build, and is the same for everyone", async () => {
    const member = await buildMember(app);
    const [forGuest, forMember] = [
      await load('/app-shell.html'),
      await load('/app-shell.html', { authorization: `Bearer ${member.token}` }),
    ];
    expect(forGuest.headers).toMatchObject({ 'x-app-build': 'build-twelve', 'x-robots-tag': 'noindex' });
    expect(forGuest.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(forGuest.body).toContain('<meta name="app-build" content="build-twelve" />');
    expect(forMember.body).toBe(forGuest.body);
  });

  it('removes itself, and no page registers one, where it is switched off', async () => {
    const off = await buildTestApp({ SERVICE_WORKER: 'off' }, writeBuild);
    const { body, headers } = await load('/sw.js', {}, off);
    expect(body).toContain('registration.unregister()');
    expect(headers['cache-control']).toBe('no-cache');
    expect((await load('/Login', {}, off)).body).not.toContain('app-build');
    expect((await load('/manifest.webmanifest', {}, off)).json()).not.toHaveProperty('share_target');
    await off.close();
  });
});

describe('Content shared from other apps', () => {
  it('leads to the form of a new post if no worker handles it, however large it is', async () => {
    const form = buildForm({ title: 'A', text: 'B' }, [
      { field: 'pictures', name: 'a.jpg', bytes: Buffer.alloc(2_000_000) },
    ]);
    const sent = new Response(form);
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await sent.arrayBuffer());
    const response = await app.http.inject({ method: 'POST', url: '/share', payload, headers });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/home?compose=post']);
  });
});
