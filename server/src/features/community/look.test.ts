import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signup } from '@afterhours/contract/account/account';
import { findNearestAccent, findUnreadable, writeAccent } from '@afterhours/contract/community/accent';
import {
  defaultSettings,
  getCommunity,
  getCommunitySettings,
  removeLogo,
  setCommunitySettings,
  setLogo,
} from '@afterhours/contract/community/community';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#db/statements/transaction.ts';
import { removeMember } from '#features/account-data/loaders.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildJpeg, buildPixelBomb } from '#testing/files/images.ts';
import { buildMember, buildSignup, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { startSecondServer } from '#testing/second-server.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const PAGE =
  '<!doctype html><head><title>Afterhours</title><link rel="icon" href="/favicon.svg" type="image/svg+xml" /></head>' +
  '<body><header><svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><path /></svg></header></body>';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');

let app: TestApp;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ SIGN_UPS_PER_HOUR: '0' }, (dataDir) => {
    mkdirSync(path.join(dataDir, 'web'), { recursive: true });
    writeFileSync(path.join(dataDir, 'web/index.html'), PAGE);
  });
  owner = await buildStaff(app, 'owner');
});
afterAll(() => app.close());

const send = (bytes: Buffer, by = owner, field = 'logo') =>
  app.call(setLogo, { token: by.token, form: buildForm({}, [{ field, name: 'logo.png', bytes }]) });
const remove = (by = owner) => app.call(removeLogo, { token: by.token });
const open = (url: string) => app.http.inject({ url });
const uploads = () => app.services.db.selectFrom('uploads').selectAll().where('owner_id', 'is', null).execute();

async function save(accent: string | null) {
  const before = await succeed(app.call(getCommunitySettings, { token: owner.token }));
  const body = { ...defaultSettings, accent, version: before.body.version };
  return app.call(setCommunitySettings, { token: owner.token, body });
}

describe('A logo', () => {
  it('replaces the mark and the icon on pages, is shown in mails, and reaches every server', async () => {
    const secondServer = await startSecondServer(app);
    const response = await succeed(send(await buildJpeg(600, 300)));
    const url = response.body.logo?.url ?? '';
    const name = url.replace('.webp', '');
    const page = (await open('/Login')).body;
    expect(page).toContain(`<meta name="site-logo" content="${name}-256.webp 56 28" />`);
    expect(page).toContain(`<header><img src="${name}-256.webp" width="56" height="28" alt="" /></header>`);
    expect(page).toContain(`<link rel="icon" href="${name}-96.webp" type="image/webp" />`);
    expect(page).not.toContain('favicon.svg');
    expect((await open('/favicon.ico')).headers.location).toBe(`${name}-96.jpg`);
    for (const size of ['-256.webp', '-96.jpg', '.jpg']) expect((await open(name + size)).statusCode).toBe(200);
    const there = async () => (await (await fetch(`${secondServer.origin}/api/community`)).json()) as { body: unknown };
    await expect.poll(async () => (await there()).body).toMatchObject({ logo: { url } });
    await secondServer.stop();

    const fields = buildSignup();
    await app.call(signup, { body: fields });
    const { publicUrl } = app.services.config;
    expect((await app.mail.next(fields.email)).html).toMatch(
      `<img src="${publicUrl}/api/community/logo" width="80" height="40" alt=""`,
    );
    const mailed = await open('/api/community/logo');
    expect(mailed.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('replaces the previous one, and stays when the owner who set it leaves', async () => {
    const other = await buildStaff(app, 'owner');
    const first = await send(await buildJpeg(100, 100), other);
    await send(await buildJpeg(300, 50), other);
    const kept = (await uploads()).filter(({ used_at }) => used_at !== null);
    expect(kept).toHaveLength(1);
    expect(first.ok && first.body.logo?.url).not.toContain(kept[0]?.filename.replace('.jpg', ''));
    expect(await app.services.db.selectFrom('member_storage').selectAll().execute()).toEqual([]);
    await inTransaction(app.services, (tx) => removeMember(app.services, tx, other.id));
    expect(await app.call(getCommunity)).toMatchObject({ body: { logo: { width: 300, height: 50 } } });
    expect((await open('/Login')).body).toContain('-256.webp 84 28" />');
  });

  it('rejects an SVG, a bomb, a document, a large file and a damaged picture, each with a reason', async () => {
    const present = async () => {
      const response = await app.call(getCommunity);
      return response.ok && response.body;
    };
    const before = await present();
    const jpeg = await buildJpeg(600, 400);
    const wrong: [Buffer, number, RegExp][] = [
      [SVG, 415, /Please choose an image: JPEG, PNG/],
      [Buffer.from('%PDF-1.7'), 415, /Please choose an image/],
      [await buildPixelBomb(), 413, /too many pixels/],
      [Buffer.concat([jpeg, Buffer.alloc(1024 * 1024)]), 413, /1 MB/],
      [jpeg.subarray(0, 300), 415, /damaged/],
    ];
    for (const [bytes, status, message] of wrong)
      expect(await send(bytes)).toMatchObject({ status, message: expect.stringMatching(message) });
    expect(await app.call(setLogo, { token: owner.token, body: {} })).toMatchObject({
      status: 422,
      errors: [{ field: 'logo' }],
    });
    expect(await send(jpeg, await buildStaff(app, 'moderator'))).toMatchObject({ status: 403 });
    expect(await send(jpeg, await buildMember(app))).toMatchObject({ status: 403 });
    expect(await present()).toEqual(before);
  });

  it('can be set and removed concurrently, after which at most one file is in use', async () => {
    const jpeg = await buildJpeg(60, 60);
    await Promise.all([send(jpeg), send(jpeg), remove(), send(jpeg)]);
    expect((await uploads()).filter(({ used_at }) => used_at !== null).length).toBeLessThanOrEqual(1);
    expect(await remove()).toMatchObject({ ok: true });
    expect((await uploads()).filter(({ used_at }) => used_at !== null)).toEqual([]);
    expect((await open('/Login')).body).toContain('viewBox="0 0 28 28"');
    expect((await open('/favicon.ico')).headers.location).toBe('/favicon.svg');
    expect((await open('/api/community/logo')).statusCode).toBe(404);
    const fields = buildSignup();
    await app.call(signup, { body: fields });
    expect((await app.mail.next(fields.email)).html).not.toContain('<img');
  });
});

describe('An accent colour', () => {
  it("is in the page's head, is allowed by the content security policy, and disappears with the setting", async () => {
    expect(await save(' #1A66C2 ')).toMatchObject({ ok: true, body: { accent: '#1a66c2' } });
    const rule = writeAccent('#1a66c2');
    const page = await open('/Login');
    expect(page.body).toContain(`<style>${rule}</style>`);
    const ruleHash = hash('sha256', rule, 'base64');
    expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${ruleHash}'`);
    await save(null);
    const without = await open('/Login');
    expect(without.body).not.toContain('<style>');
    expect(without.headers['content-security-policy']).toContain("style-src 'self';");
  });

  it('is rejected if it is invalid or makes any text that uses it unreadable', async () => {
    for (const accent of ['#808080', '#ffffff', '#000000', '#ffff00', 'red', '#12345', 'url(x)', '#1a66c2}a{b:c'])
      expect(await save(accent)).toMatchObject({ status: 422, errors: [{ field: 'accent' }] });
  });

  it('has a nearest readable colour', () => {
    for (let at = 0; at < 216; at++) {
      const parts = [at % 6, Math.floor(at / 6) % 6, Math.floor(at / 36)];
      const colour = `#${parts.map((part) => (part * 51).toString(16).padStart(2, '0')).join('')}`;
      const nearest = findNearestAccent(colour);
      expect(findUnreadable(nearest)).toEqual([]);
      if (findUnreadable(colour).length === 0) expect(nearest).toBe(colour);
    }
  });
});
