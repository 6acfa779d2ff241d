import { readdirSync } from 'node:fs';
import path from 'node:path';
import { HOUR_MS } from '@afterhours/contract/base/durations';
import {
  deleteChat,
  deleteMessage,
  listConversations,
  listMessages,
  listSharedFiles,
} from '@afterhours/contract/messages/conversations';
import { createMessage, type MessageAttachment } from '@afterhours/contract/messages/messages';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildDoc, buildDocx, buildPdf, buildZip, MACRO_WORD } from '#testing/files/documents.ts';
import { buildForm, buildJpeg, buildPixelBomb } from '#testing/files/images.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildTrio, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const MEGABYTE = 1024 * 1024;
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildTrio(app);
  await buildConnection(app, ana, ben);
});
afterAll(() => app.close());

type Sent = { field: string; name: string; bytes: Buffer };
const documentOf = (bytes: Buffer, name = 'offer.pdf'): Sent => ({ field: 'attachment', name, bytes });
const image = async (name = 'photo.jpg', [width, height] = [1_500, 900]): Promise<Sent> => ({
  field: 'image',
  name,
  bytes: await buildJpeg(width, height, { gps: true }),
});
/** For tests in which the size of the image does not matter: small ones are stored in much less time. */
const smallImage = () => image('photo.jpg', [80, 50]);

const send = (files: Sent[], fields: Record<string, string> = {}) =>
  app.call(createMessage, {
    token: ana.token,
    form: buildForm({ content: '', receiver_id: ben.id, ...fields }, files),
  });

async function sent(...files: Sent[]) {
  return (await succeed(send(files))).body;
}

const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });
const stored = (): string[] => {
  try {
    return readdirSync(path.join(app.dataDir, 'uploads/message'));
  } catch {
    return [];
  }
};
const seenBy = async (member: TestMember, other: TestMember) => {
  return (await succeed(app.call(listMessages, { token: member.token, query: { userId: other.id } }))).body;
};

describe('A message with files', () => {
  it('contains images and documents in order, and needs no text', async () => {
    const message = await sent(await image('Müller/strand.JPEG'), documentOf(buildPdf(), 'Angebot für Ünal.pdf'));
    expect(message).toMatchObject({ content: '', seq: 1 });
    expect(message.attachments).toMatchObject([
      { filetype: 'image', name: 'strand.jpg', mimeType: 'image/jpeg', width: 1_500, height: 900 },
      { filetype: 'attachment', name: 'Angebot für Ünal.pdf', mimeType: 'application/pdf', width: null },
    ]);
    const [seen] = await seenBy(ben, ana);
    expect(seen?.attachments.map((file) => file._id)).toEqual(message.attachments.map((file) => file._id));
    expect(await send([], {})).toMatchObject({ status: 422, errors: [{ field: 'content' }] });
  });

  it('is represented in the list by its first file', async () => {
    const filetypeOf = async () => {
      const response = await app.call(listConversations, { token: ben.token });
      return response.ok && response.body[0]?.latestMessage;
    };
    await sent(await smallImage(), documentOf(buildPdf()));
    expect(await filetypeOf()).toMatchObject({ filetype: 'image', attachmentsCount: 2 });
    await sent(documentOf(buildPdf()));
    expect(await filetypeOf()).toMatchObject({ filetype: 'attachment', attachmentsCount: 1 });
    await send([], { content: 'Only words' });
    expect(await filetypeOf()).toMatchObject({ filetype: null, attachmentsCount: 0 });
  });

  it('may contain ten images and ten documents, but no more', async () => {
    const picture = { field: 'images', name: 'a.jpg', bytes: await buildJpeg(20, 20) };
    const documents = Array.from({ length: 10 }, (_, number) => documentOf(buildPdf(), `${number}.pdf`));
    const message = await sent(...Array.from({ length: 10 }, () => picture), ...documents);
    expect(message.attachments.map((file) => file.name).slice(-2)).toEqual(['8.pdf', '9.pdf']);
    expect(await send([...documents, documentOf(buildPdf())])).toMatchObject({ status: 413 });
  });

  it('is stored once with its files, however often it is sent', async () => {
    const fields = { client_id: crypto.randomUUID() };
    const file = documentOf(buildPdf());
    const responses = await Promise.all(Array.from({ length: 4 }, () => send([file], fields)));
    const ids = responses.map((response) => response.ok && response.body.attachments[0]?._id);
    expect(new Set(ids).size).toBe(1);
    expect(await seenBy(ben, ana)).toHaveLength(1);
    const rows = await app.services.db.selectFrom('uploads').select('id').where('owner_id', '=', ana.id).execute();
    expect(rows).toHaveLength(1);
  });

  it('cannot be a job application', async () => {
    const job = await buildPost(app, ben, { postType: 'job', title: 'Baker' });
    expect(await send([documentOf(buildPdf())], { content: 'JOBAPPLIED', post_id: job._id })).toMatchObject({
      status: 422,
      errors: [{ field: 'attachments', message: 'An application cannot include files.' }],
    });
  });
});

describe('The kind of a file', () => {
  const part = (name: string, text = 'x') => ({ name, bytes: Buffer.from(text) });

  it.each([
    ['PDF', () => buildPdf(), 'a.exe', 'a.exe.pdf'],
    ['Word', () => buildDocx(), 'letter.docx', 'letter.docx'],
    ['old Word', () => buildDoc(), '..\\letter', 'letter.doc'],
  ] as const)('is %s by its content, whatever its name', async (_kind, build, name, kept) => {
    expect((await sent(documentOf(build(), name))).attachments).toMatchObject([{ name: kept }]);
  });

  it.each([
    ['a program called .pdf', () => Buffer.from(`MZ${'\0'.repeat(200)}%PDF-1.4 %%EOF`)],
    ['a PDF that was cut off', () => buildPdf().subarray(0, 30)],
    ['a script', () => Buffer.from('<script>alert(1)</script>')],
    ['a ZIP that is not a document', () => buildZip([part('a.txt')])],
    ['a macro document', () => buildDocx({ type: MACRO_WORD })],
    ['a document with a macro part', () => buildDocx({ parts: [part('word/vbaProject.bin')] })],
    ['a document with a macro part under another name', () => buildDocx({ parts: [part('word/VBADATA.xml')] })],
    ['an endless list of parts', () => buildDocx({ typesBytes: 5 * MEGABYTE })],
    ['a bomb', () => buildDocx({ parts: [{ ...part('word/media/a.png'), claimedBytes: 2_000 * MEGABYTE }] })],
    ['a document with two parts of the same name', () => buildDocx({ parts: [part('WORD/document.xml')] })],
    ['a ZIP behind a program', () => Buffer.concat([Buffer.from('MZ'), buildDocx()])],
    ['an old document with macros', () => buildDoc({ storages: ['Macros', 'VBA'] })],
    ['an old workbook', () => buildDoc({ stream: 'Workbook' })],
    ['a very old document', () => buildDoc({ format: 0x65 })],
    ['a document with a circular directory', () => buildDoc({ loop: true })],
    ['an old document that was cut off', () => buildDoc().subarray(0, 700)],
  ])('cannot be %s', async (_what, build) => {
    expect(await send([documentOf(build(), 'offer.pdf')])).toMatchObject({
      status: 415,
      message: 'Please choose a PDF or Word document without macros.',
    });
    expect(await seenBy(ben, ana)).toEqual([]);
  });

  it('cannot be an empty file', async () => {
    expect(await send([documentOf(Buffer.alloc(0), 'offer.pdf')])).toMatchObject({
      status: 415,
      message: 'This file is empty.',
    });
  });

  it.each([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415],
    ['a document as an image', async () => buildPdf(), 415],
    ['an image of too many pixels', () => buildPixelBomb(), 413],
    ['an image of more than 10 MB', async () => Buffer.alloc(11 * MEGABYTE, 1), 413],
  ])('cannot be %s', async (_what, build, status) => {
    const good = documentOf(buildPdf());
    expect(await send([good, { field: 'image', name: 'a.png', bytes: await build() }])).toMatchObject({ status });
    const kept = app.services.db.selectFrom('uploads').select('id').where('owner_id', '=', ana.id).execute();
    expect(await kept).toEqual([]);
  });

  it('is rejected for a document of more than 20 MB', async () => {
    const large = Buffer.concat([buildPdf(), Buffer.alloc(20 * MEGABYTE)]);
    expect(await send([documentOf(large)])).toMatchObject({ status: 413 });
  });
});

describe('The address of a file', () => {
  it('serves an image without metadata, and downloads images and documents under their own names', async () => {
    const [picture, paper] = (await sent(await image(), documentOf(buildDocx(), 'Plan "A" für Ünal.docx')))
      .attachments as [MessageAttachment, MessageAttachment];
    const shown = await get(picture.url, { accept: 'image/webp,*/*' });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
    });
    expect(shown.headers['content-disposition']).toMatch(/^inline/);
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 1_280 });
    const largest = await get(picture.downloadUrl);
    expect(largest.headers['content-disposition']).toBe(`attachment; filename="photo.jpg"; filename*=UTF-8''photo.jpg`);
    const { exif, width } = await sharp(largest.rawPayload).metadata();
    expect([exif, width]).toEqual([undefined, 1_500]);
    expect(largest.rawPayload).toHaveLength(picture.size);
    const file = await get(paper.url);
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="Plan _A_ f_r _nal.docx"; filename*=UTF-8''Plan%20_A_%20f%C3%BCr%20%C3%9Cnal.docx`,
    );
    expect(file.rawPayload).toEqual(buildDocx());
  });

  it("opens a PDF in the browser's viewer, and downloads it on request", async () => {
    const [paper] = (await sent(documentOf(buildPdf(), 'offer.pdf'))).attachments as [MessageAttachment];
    const [opened, downloaded] = [await get(paper.url), await get(paper.downloadUrl)];
    expect(opened.headers['content-disposition']).toMatch(/^inline/);
    expect(String(opened.headers['content-security-policy'])).toContain("default-src 'none'");
    expect(downloaded.headers['content-disposition']).toMatch(/^attachment/);
    expect(downloaded.headers['content-security-policy']).toContain('sandbox');
  });

  it('is valid for each of the two members, with a signature of their own, until it expires', async () => {
    const [mine] = (await sent(documentOf(buildPdf()))).attachments;
    const [theirs] = (await seenBy(ben, ana))[0]!.attachments;
    if (!mine || !theirs) throw new Error('no file');
    expect(mine.url).not.toBe(theirs.url);
    expect([(await get(mine.url)).statusCode, (await get(theirs.url)).statusCode]).toEqual([200, 200]);
    const refused = (url: string) => get(url).then((response) => [response.statusCode, response.json().success]);
    expect(await refused(mine.url.replace(ana.id, ben.id))).toEqual([403, false]);
    expect(await refused(mine.url.replace(ana.id, cleo.id))).toEqual([403, false]);
    expect(await refused(mine.url.replace(/e=\d+/, 'e=9999999999'))).toEqual([403, false]);
    expect(await refused(mine.url.slice(0, -1))).toEqual([403, false]);
    expect(await refused(`${mine.url}&s=x`)).toEqual([404, false]);
    const [other] = (await sent(documentOf(buildPdf()))).attachments;
    expect(await refused(mine.url.replace(mine.filename, other!.filename))).toEqual([403, false]);
    expect(await refused(mine.url.split('?')[0]!)).toEqual([404, false]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * HOUR_MS });
    try {
      expect(await refused(mine.url)).toEqual([403, false]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('responds with a 404 after the message or the chat was deleted', async () => {
    const first = await sent(documentOf(buildPdf()), await smallImage());
    const second = await sent(documentOf(buildPdf()), await smallImage());
    const [theirs] = await seenBy(ben, ana);
    await app.call(deleteMessage, { token: ana.token, params: { id: first._id } });
    for (const file of [first.attachments[0]!, theirs!.attachments[0]!]) {
      expect((await get(file.url)).statusCode).toBe(404);
    }
    const names = first.attachments.map((file) => file.filename.replace(/\.\w+$/, ''));
    await vi.waitFor(() => expect(stored().filter((file) => names.some((name) => file.startsWith(name)))).toEqual([]));
    await app.call(deleteChat, { token: ana.token, body: { user_id: ben.id } });
    expect((await get(second.attachments[0]!.url)).statusCode).toBe(404);
    const kept = (await seenBy(ben, ana)).at(-1)!.attachments[0]!;
    expect((await get(kept.url)).statusCode).toBe(200);
  });
});

describe('The files of a conversation', () => {
  it('are listed newest first, page by page, for the two members only', async () => {
    await sent(documentOf(buildPdf(), '1.pdf'), documentOf(buildPdf(), '2.pdf'));
    await sent(documentOf(buildPdf(), '3.pdf'));
    const list = (member: TestMember, other: TestMember, query: Record<string, string> = {}) =>
      app.call(listSharedFiles, { token: member.token, query: { userId: other.id, ...query } });
    const first = await succeed(list(ben, ana, { limit: '2' }));
    expect(first.body).toMatchObject([{ name: '3.pdf', sender_id: ana.id }, { name: '2.pdf' }]);
    expect(await list(ben, ana, { limit: '2', cursor: first.nextCursor ?? '' })).toMatchObject({
      body: [{ name: '1.pdf' }],
      nextCursor: null,
    });
    expect(await list(cleo, ana)).toMatchObject({ body: [] });
    expect(await app.call(listSharedFiles, { query: { userId: ana.id } })).toMatchObject({ status: 401 });
  });
});
