import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DAY_MS } from '@afterhours/contract/base/durations';
import { deletePost } from '@afterhours/contract/posts/posts';
import { uploadPostFiles, uploadUserImage } from '@afterhours/contract/uploads';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildApng, buildForm, buildJpeg, buildPixelBomb, buildPng } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { publishPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { releaseUnused } from './commands.ts';
import { claimUploads } from './loaders.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  ben = await buildMember(app);
});
afterAll(() => app.close());

const filesIn = (folder: string): string[] => {
  try {
    return readdirSync(path.join(app.dataDir, folder));
  } catch {
    return [];
  }
};
const rows = () => app.services.db.selectFrom('uploads').selectAll().execute();

async function upload(bytes: Buffer, name = 'photo.jpg', member = ana) {
  return app.call(uploadPostFiles, {
    token: member.token,
    form: buildForm({ folder: 'demo' }, [{ field: 'file', name, bytes }]),
  });
}

// A call's own temporary files are deleted right after its response.
afterEach(() => vi.waitFor(() => expect(filesIn('tmp')).toEqual([])));

describe('Uploading an image', () => {
  it('stores it upright, without metadata, in every smaller size as WebP and JPEG', async () => {
    const response = await upload(await buildJpeg(1500, 1000, { orientation: 6, gps: true }));
    expect(response).toMatchObject({ ok: true, body: { files: [{ width: 1000, height: 1500, filetype: 'image' }] } });
    if (!response.ok) return;
    const name = response.body.filename.replace('.jpg', '');
    const kept = filesIn('uploads/demo').filter((file) => file.startsWith(name));
    expect(kept.sort()).toEqual(
      ['-320.jpg', '-320.webp', '-640.jpg', '-640.webp', '.jpg', '.webp'].map((end) => name + end).sort(),
    );
    const stored = await sharp(path.join(app.dataDir, 'uploads/demo', `${name}.jpg`)).metadata();
    expect(stored).toMatchObject({ width: 1000, height: 1500, format: 'jpeg' });
    expect(stored.exif).toBeUndefined();
    expect(stored.orientation).toBeUndefined();
    expect(response.body.files[0]?.placeholder).toMatch(/^data:image\/webp;base64,.{40,600}$/);
  });

  it('returns several file names in order', async () => {
    const files = [
      { field: 'file', name: 'a.png', bytes: await buildPng(40, 30) },
      { field: 'file', name: 'b.jpg', bytes: await buildJpeg(30, 40) },
    ];
    const response = await app.call(uploadPostFiles, { token: ana.token, form: buildForm({}, files) });
    expect(response).toMatchObject({ ok: true, body: { files: [{ width: 40 }, { width: 30 }] } });
  });

  it('accepts the field `image` for a profile picture', async () => {
    const form = buildForm({ folder: 'users' }, [{ field: 'image', name: 'me.jpg', bytes: await buildJpeg(300, 300) }]);
    expect(await app.call(uploadUserImage, { token: ana.token, form })).toMatchObject({ ok: true });
  });
});

describe('An animated picture', () => {
  it.each([
    [
      'GIF',
      () =>
        sharp(Buffer.alloc(300, 9), { raw: { width: 10, height: 10, channels: 3 } })
          .gif()
          .toBuffer(),
    ],
    ['PNG', () => buildApng(10, 10)],
  ])('as %s is stored as a still one', async (_kind, build) => {
    expect(await upload(await build())).toMatchObject({ ok: true, body: { files: [{ width: 10, height: 10 }] } });
  });
});

describe('A rejected upload that leaves nothing behind', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const drawing = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0v9h9"/></svg>',
  );
  const exe = Buffer.concat([Buffer.from('MZ'), randomBytes(2000)]);
  const cases: [string, () => Promise<Buffer> | Buffer, number][] = [
    ['an SVG', () => svg, 415],
    ['an SVG that begins like an AVIF', () => Buffer.concat([Buffer.from('<!--ftypavif-->'), drawing]), 415],
    ['an EXE named .jpg', () => exe, 415],
    ['an empty file', () => Buffer.alloc(0), 415],
    ['a truncated picture', async () => (await buildJpeg(400, 400)).subarray(0, 2000), 415],
    ['a picture of 50,000 × 50,000 pixels', buildPixelBomb, 413],
    ['a file over 10 MB', () => randomBytes(10 * 1024 * 1024 + 1), 413],
  ];
  it.each(cases)('%s', async (_name, build, status) => {
    const before = { rows: await rows(), files: filesIn('uploads/demo') };
    expect(await upload(await build())).toMatchObject({ ok: false, status });
    expect({ rows: await rows(), files: filesIn('uploads/demo') }).toEqual(before);
  });

  it('says that an empty file is empty', async () => {
    expect(await upload(Buffer.alloc(0))).toMatchObject({
      status: 415,
      message: 'This file is empty.',
    });
  });

  it('may have one bad picture among good ones', async () => {
    const before = { rows: await rows(), files: filesIn('uploads/post') };
    const form = buildForm({ postType: 'general', description: 'two' }, [
      { field: 'attachfiles', name: 'good.png', bytes: await buildPng(20, 20) },
      { field: 'attachfiles', name: 'bad.png', bytes: svg },
    ]);
    expect(await app.call(publishPost, { token: ana.token, form })).toMatchObject({ ok: false, status: 415 });
    await vi.waitFor(async () => expect({ rows: await rows(), files: filesIn('uploads/post') }).toEqual(before));
  });

  it('may be a good picture with an invalid post', async () => {
    const before = { rows: await rows(), files: filesIn('uploads/post') };
    const form = buildForm({ postType: 'general', description: ' ' }, [
      { field: 'attachfiles', name: 'a.png', bytes: await buildPng(20, 20) },
    ]);
    expect(await app.call(publishPost, { token: ana.token, form })).toMatchObject({ ok: false, status: 422 });
    expect({ rows: await rows(), files: filesIn('uploads/post') }).toEqual(before);
  });

  it('may have an unknown field, too many files, no file, or no sign-in', async () => {
    const png = await buildPng(10, 10);
    const odd = buildForm({}, [{ field: 'passport', name: 'a.png', bytes: png }]);
    expect(await app.call(uploadPostFiles, { token: ana.token, form: odd })).toMatchObject({ ok: false, status: 422 });
    const many = buildForm(
      {},
      Array.from({ length: 11 }, () => ({ field: 'file', name: 'a.png', bytes: png })),
    );
    expect(await app.call(uploadPostFiles, { token: ana.token, form: many })).toMatchObject({ ok: false, status: 413 });
    expect(await app.call(uploadPostFiles, { token: ana.token, form: buildForm({ folder: 'demo' }) })).toMatchObject({
      ok: false,
      status: 422,
    });
    expect(await app.call(uploadPostFiles, { form: buildForm({}) })).toMatchObject({ ok: false, status: 401 });
  });

  it('may have a truncated body', async () => {
    const payload = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG';
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/post/uploadFile',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload,
    });
    expect(response.statusCode).toBe(400);
  });
});

describe('Serving files', () => {
  it('states its size to a HEAD request, for which it is not read', async () => {
    const response = await upload(await buildJpeg(400, 300));
    const url = response.ok ? (response.body.files[0]?.url ?? '') : '';
    const { rawPayload } = await app.http.inject({ url });
    const read = vi.spyOn(app.services.storage, 'read');
    const { statusCode, headers } = await app.http.inject({ method: 'HEAD', url });
    expect({ statusCode, length: Number(headers['content-length']) }).toEqual({
      statusCode: 200,
      length: rawPayload.length,
    });
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('serves a stored size and ranges of it, with a long cache lifetime', async () => {
    const response = await succeed(upload(await buildJpeg(700, 500)));
    const url = response.body.files[0]?.url ?? '';
    const whole = await app.http.inject({ url });
    expect(whole.statusCode).toBe(200);
    expect(whole.headers['cache-control']).toContain('immutable');
    const part = await app.http.inject({ url, headers: { range: 'bytes=0-9' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(0, 10));
    expect((await app.http.inject({ url, headers: { range: 'bytes=-5' } })).rawPayload).toEqual(
      whole.rawPayload.subarray(-5),
    );
    expect((await app.http.inject({ url, headers: { range: 'bytes=99999999-' } })).statusCode).toBe(416);
    expect((await app.http.inject({ url, headers: { 'if-none-match': String(whole.headers.etag) } })).statusCode).toBe(
      304,
    );
    expect((await app.http.inject({ url: url.replace('.jpg', '-320.webp') })).headers['content-type']).toBe(
      'image/webp',
    );
  });

  it.each([
    '/api/uploads/demo/none.jpg',
    '/api/uploads/message/a.jpg',
    '/api/uploads/demo/..%2f..%2fpackage.json',
    '/api/uploads/tmp/a.jpg',
  ])('returns a 404 at %s', async (url) => expect((await app.http.inject({ url })).statusCode).toBe(404));
});

describe('Using uploads in posts', () => {
  it('attaches a file once if it is named twice, with the first of its descriptions', async () => {
    const stored = await upload(await buildPng(40, 30));
    const name = stored.ok ? stored.body.filename : '';
    const body = { postType: 'general', description: 'Twice', filenames: [name, name], alts: ['A bowl', 'A cup'] };
    const response = await app.call(publishPost, { token: ana.token, body });
    expect(response.ok && response.body.attachments).toMatchObject([{ filename: name, alt: 'A bowl' }]);
  });

  it("keeps the commas in a form's only alternative text", async () => {
    const fields = { postType: 'general', description: 'One picture', alts: 'A dog, running' };
    const form = buildForm(fields, [{ field: 'attachfiles', name: 'dog.png', bytes: await buildPng(40, 40) }]);
    expect(await app.call(publishPost, { token: ana.token, form })).toMatchObject({
      body: { attachments: [{ alt: 'A dog, running' }] },
    });
  });

  it('leaves an upload that is being claimed while unused ones are released', async () => {
    const stored = await succeed(upload(await buildPng(50, 50)));
    const { filename } = stored.body;
    const { db } = app.services;
    await db
      .updateTable('uploads')
      .set({ created_at: new Date(Date.now() - 2 * DAY_MS) })
      .where('filename', '=', filename)
      .execute();
    await db.transaction().execute(async (attaching) => {
      expect(await claimUploads(attaching, ana.id, [filename])).toHaveLength(1);
      await releaseUnused(app.services);
    });
    expect((await rows()).some((row) => row.filename === filename)).toBe(true);
    await db.updateTable('uploads').set({ used_at: null }).where('filename', '=', filename).execute();
    await releaseUnused(app.services);
    expect((await rows()).some((row) => row.filename === filename)).toBe(false);
  });

  it("attaches named files once, only if they are the member's own, and deletes them with the post", async () => {
    const stored = await succeed(upload(await buildPng(50, 50)));
    const body = {
      postType: 'general',
      description: 'with a picture',
      filenames: [stored.body.filename],
      alts: ['A square'],
    };
    expect(await app.call(publishPost, { token: ben.token, body })).toMatchObject({
      ok: false,
      status: 422,
      errors: [{ field: 'filenames' }],
    });
    const created = await app.call(publishPost, { token: ana.token, body });
    expect(created).toMatchObject({ ok: true, body: { attachments: [{ alt: 'A square', width: 50 }] } });
    expect(await app.call(publishPost, { token: ana.token, body })).toMatchObject({ ok: false, status: 422 });
    if (!created.ok) return;
    await app.call(deletePost, { token: ana.token, params: { id: created.body._id } });
    const name = stored.body.filename.replace('.jpg', '');
    await vi.waitFor(() => expect(filesIn('uploads/demo').filter((file) => file.startsWith(name))).toEqual([]));
    expect((await rows()).some((row) => row.filename === stored.body.filename)).toBe(false);
  });
});

describe('An image in a post', () => {
  it.each(['demo', 'post'] as const)('uploaded to the folder %s is found under either URL', async (folder) => {
    const form = buildForm({ folder }, [{ field: 'file', name: 'a.jpg', bytes: await buildJpeg(700, 400) }]);
    const response = await succeed(app.call(uploadPostFiles, { token: ana.token, form }));
    const names = [response.body.filename, response.body.filename.replace('.jpg', '-320.webp')];
    for (const name of names)
      for (const address of ['demo', 'post'])
        expect((await app.http.inject(`/api/uploads/${address}/${name}`)).statusCode).toBe(200);
    expect((await app.http.inject(`/api/uploads/users/${response.body.filename}`)).statusCode).toBe(404);
  });
});
