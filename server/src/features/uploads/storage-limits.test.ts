import { DAY_MS } from '@afterhours/contract/base/durations';
import { JOB_APPLIED, messageMessages } from '@afterhours/contract/constants/messages';
import { deleteMessage } from '@afterhours/contract/messages/conversations';
import { messageRequestMessages } from '@afterhours/contract/messages/message-requests';
import { createMessage } from '@afterhours/contract/messages/messages';
import { createPost } from '@afterhours/contract/posts/posts';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildPdf } from '#testing/files/documents.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ MEMBER_STORAGE_MB: '1' });
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const pdfOf = (bytes: number): Buffer => Buffer.concat([buildPdf().subarray(0, 9), Buffer.alloc(bytes), buildPdf()]);
const send = (bytes = 600_000, from = ana, to = ben) =>
  app.call(createMessage, {
    token: from.token,
    form: buildForm({ receiver_id: to.id }, [{ field: 'attachment', name: 'offer.pdf', bytes: pdfOf(bytes) }]),
  });
const write = (from: TestMember, to: TestMember, fields: Record<string, string> = {}) =>
  app.call(createMessage, { token: from.token, body: { receiver_id: to.id, content: 'Good evening', ...fields } });
const storedBy = async (member: TestMember): Promise<number> =>
  (
    await app.services.db
      .selectFrom('member_storage')
      .select('bytes')
      .where('user_id', '=', member.id)
      .executeTakeFirst()
  )?.bytes ?? 0;

describe("A member's storage", () => {
  it('is counted exactly, and files beyond the limit are rejected', async () => {
    await buildConnection(app, ana, ben);
    expect(await send()).toMatchObject({ ok: true });
    const stored = await storedBy(ana);
    expect(stored).toBeGreaterThan(600_000);
    expect(await send()).toMatchObject({
      status: 413,
      message: expect.stringContaining('have used all of your 1 MB of storage'),
    });
    expect(await storedBy(ana)).toBe(stored);
  });

  it('is freed when a file is deleted', async () => {
    await buildConnection(app, ana, ben);
    const sent = await succeed(send());
    await app.call(deleteMessage, { token: ana.token, params: { id: sent.body._id } });
    expect(await storedBy(ana)).toBe(0);
    expect(await send()).toMatchObject({ ok: true });
  });

  it('is limited even for concurrent uploads', async () => {
    await buildConnection(app, ana, ben);
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 413, 413]);
  });

  it('is limited to 200 MB of uploads per day, including deleted files', async () => {
    const day = { bytes: 0, day: new Date(), day_bytes: 200 * 1024 * 1024 };
    const { db } = app.services;
    await db
      .insertInto('member_storage')
      .values({ user_id: ana.id, ...day })
      .execute();
    const bytes = await buildJpeg(400, 300);
    const upload = () =>
      app.call(uploadPostFiles, {
        token: ana.token,
        form: buildForm({}, [{ field: 'file', name: 'lamp.jpg', bytes }]),
      });
    const refused = await upload();
    expect(refused).toMatchObject({ status: 413, message: expect.stringContaining('daily upload limit of 200 MB') });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await db
      .updateTable('member_storage')
      .set({ day: new Date(Date.now() - DAY_MS) })
      .execute();
    expect(await upload()).toMatchObject({ ok: true });
  });

  it('is not needed for a post without pictures, even if the limit was lowered below what is stored', async () => {
    await app.services.db
      .insertInto('member_storage')
      .values({ user_id: ana.id, bytes: 2 * 1024 * 1024, day: new Date(), day_bytes: 0 })
      .execute();
    const body = { postType: 'general', description: 'Soap class on Saturday.' };
    expect(await app.call(createPost, { token: ana.token, body })).toMatchObject({ ok: true });
  });
});

describe('A document in a chat', () => {
  it('is rejected until both members have written, although an image is accepted', async () => {
    expect(await send()).toMatchObject({ status: 403, message: messageRequestMessages.textOnly.message });
    await buildTies(app, [ana, ben]);
    expect(await send()).toMatchObject({ status: 403, message: messageMessages.documentsNotYet.message });
    await write(ana, ben);
    expect(await send()).toMatchObject({ status: 403 });
    const form = buildForm({ receiver_id: ben.id }, [
      { field: 'image', name: 'lamp.jpg', bytes: await buildJpeg(400, 300) },
    ]);
    expect(await app.call(createMessage, { token: ana.token, form })).toMatchObject({ ok: true });
  });

  it('is accepted once the other member has replied', async () => {
    await write(ana, ben);
    await write(ben, ana);
    expect(await send(1_000)).toMatchObject({ ok: true });
    expect(await send(1_000, ben, ana)).toMatchObject({ ok: true });
  });

  it('is accepted by the author of a job to which the sender has applied', async () => {
    const job = await buildPost(app, ben, { postType: 'job', title: 'A second pair of hands' });
    await write(ana, ben, { content: JOB_APPLIED, post_id: job._id });
    expect(await send(1_000)).toMatchObject({ ok: true });
    expect(await send(1_000, await buildMember(app), ben)).toMatchObject({ status: 403 });
  });
});
