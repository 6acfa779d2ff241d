import {
  deleteMessage,
  listConversations,
  listMessages,
  listSharedFiles,
} from '@afterhours/contract/messages/conversations';
import { answerMessageRequest } from '@afterhours/contract/messages/message-requests';
import { createMessage } from '@afterhours/contract/messages/messages';
import { reportMember, reportMessage } from '@afterhours/contract/moderation/moderation';
import { listOwnDecisions } from '@afterhours/contract/moderation/own-decisions';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { releaseKept } from '#features/uploads/loaders.ts';
import { casesAsStaff } from '#testing/calls/cases-as-staff.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildPdf } from '#testing/files/documents.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let origin: string;
let owner: TestMember;
let staff: ReturnType<typeof casesAsStaff>;

beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  owner = await buildStaff(app, 'owner');
  staff = casesAsStaff(app, owner);
});
afterAll(() => app.close());

const statusOf = async (url: string) => (await app.http.inject(url)).statusCode;

/** Returns what a member sees of the chat with another, without reading it. */
async function chatOf({ token }: TestMember, { id: userId }: TestMember) {
  const files = await succeed(app.call(listSharedFiles, { token, query: { userId } }));
  const [chat] = (await succeed(app.call(listConversations, { token }))).body;
  return { files: files.body, latest: chat?.latestMessage, unread: chat?.unreadCount };
}
const messagesOf = async ({ token }: TestMember, { id: userId }: TestMember) =>
  (await succeed(app.call(listMessages, { token, query: { userId } }))).body;

/** Sends a message with a picture from one member to another, who reports it. */
async function buildReportedMessage(
  from: TestMember,
  to: TestMember,
  more: Parameters<typeof buildForm>[1] = [],
  content = 'Look at this',
) {
  await buildTies(app, [from, to]);
  const files = [{ field: 'image', name: 'one.jpg', bytes: await buildJpeg(640, 480) }, ...more];
  const form = buildForm({ content, receiver_id: to.id }, files);
  const { body: sent } = await succeed(app.call(createMessage, { token: from.token, form }));
  await succeed(app.call(reportMessage, { token: to.token, body: { message_id: sent._id } }));
  const { _id: caseId, evidence } = await staff.caseOf(sent._id);
  const sides = await Promise.all([chatOf(from, to), chatOf(to, from)]);
  return { sent, caseId, evidence, urls: sides.map(({ files: [file] }) => file?.url ?? '') };
}

it('A message that a decision hides is gone from the chat of both with its files, until a reversal', async () => {
  const [cleo, dan] = [await buildMember(app), await buildMember(app)];
  const { sent, caseId, evidence, urls } = await buildReportedMessage(cleo, dan);
  expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200]);
  const tab = await openTabFor('messageDeleted', origin, dan);
  const shown = await Promise.all([cleo, dan].map((member) => openTabFor('messageShown', origin, member)));
  const counts = await openTabFor('unread', origin, dan);
  const decisionId = await staff.decide(caseId, 'hide');
  await expect.poll(() => tab.at(-1)?._id).toBe(sent._id);
  const gone = { deleted: true, content: '' };
  for (const chat of [await chatOf(cleo, dan), await chatOf(dan, cleo)])
    expect(chat).toMatchObject({ files: [], latest: { ...gone, attachmentsCount: 0 }, unread: 0 });
  expect(await messagesOf(cleo, dan)).toMatchObject([{ ...gone, attachments: [] }]);
  expect(await Promise.all(urls.map(statusOf))).toEqual([404, 404]);
  expect(evidence).toMatchObject({ text: 'Look at this', pictures: [{ width: 640 }] });
  expect(await statusOf(evidence.pictures[0]?.url ?? '')).toBe(200);
  expect((await app.mail.next(cleo.user.email)).text).toContain('We have removed a message that you sent.');
  const unread = () => counts.flatMap(({ messages }) => messages ?? []).at(-1);
  await expect.poll(unread).toBe(0);
  await staff.reverse(decisionId);
  for (const received of shown) await expect.poll(() => received).toEqual([{ uniquekey: sent.uniquekey }]);
  await expect.poll(unread).toBe(1);
  expect(await chatOf(dan, cleo)).toMatchObject({ files: [{ name: 'one.jpg' }], unread: 1 });
  expect(await messagesOf(dan, cleo)).toMatchObject([
    { deleted: false, content: 'Look at this', attachments: [{ _id: sent.attachments[0]?._id }] },
  ]);
  expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200]);
  expect(await listWrongCounts(app.services.db)).toEqual([]);
});

/** Hides a message request that its receiver has reported, and restored if it is `waiting`, and shows it again. */
async function hideAndShowRequest(request: 'ignored' | 'waiting'): Promise<void> {
  const [cleo, dan] = [await buildMember(app), await buildMember(app)];
  const body = { content: 'Look at this', receiver_id: dan.id };
  const { body: sent } = await succeed(app.call(createMessage, { token: cleo.token, body }));
  await succeed(app.call(reportMessage, { token: dan.token, body: { message_id: sent._id } }));
  if (request === 'waiting') {
    const restored = { token: dan.token, params: { id: sent.uniquekey }, body: { action: 'restore' as const } };
    await succeed(app.call(answerMessageRequest, restored));
  }
  const decisionId = await staff.decide((await staff.caseOf(sent._id))._id, 'hide');
  const tab = await openTabFor('messageRequest', origin, dan);
  await staff.reverse(decisionId);
  await expect.poll(() => tab).toEqual([{ uniquekey: sent.uniquekey, user_id: cleo.id, request }]);
}

it('A reported message request is shown again after a reversal where its receiver has left it', async () => {
  for (const request of ['ignored', 'waiting'] as const) await hideAndShowRequest(request);
});

it('A hidden message that its sender deletes does not come back with a reversal, nor do its files', async () => {
  const [cleo, dan] = [await buildMember(app), await buildMember(app)];
  const { sent, caseId } = await buildReportedMessage(cleo, dan);
  const decisionId = await staff.decide(caseId, 'hide');
  await succeed(app.call(deleteMessage, { token: cleo.token, params: { id: sent._id } }));
  await staff.reverse(decisionId);
  expect(await messagesOf(dan, cleo)).toMatchObject([{ deleted: true, attachments: [] }]);
  const owned = sql`SELECT 1 FROM uploads WHERE owner_id = ${cleo.id}::uuid`;
  expect((await owned.execute(app.services.db)).rows).toEqual([]);
});

it('A message that has only files is named by them: in the queue, and to its sender', async () => {
  const [cleo, dan] = [await buildMember(app), await buildMember(app)];
  const { sent, caseId } = await buildReportedMessage(cleo, dan, [], '');
  expect(await staff.caseOf(sent._id)).toMatchObject({ excerpt: 'one.jpg' });
  const { body: queue } = await succeed(app.call(cases.listCases, { token: owner.token, query: { kind: 'message' } }));
  expect(queue.find(({ _id }) => _id === caseId)).toMatchObject({ excerpt: 'one.jpg' });
  await staff.decide(caseId, 'remove');
  const own = await succeed(app.call(listOwnDecisions, { token: cleo.token }));
  expect(own.body).toMatchObject([{ excerpt: 'one.jpg' }]);
  expect((await app.mail.next(cleo.user.email)).text).toContain('It concerns this: “one.jpg”');
});

it('Documents of a reported message can be downloaded by staff while they are kept, not by its sender', async () => {
  const [sender, dan] = [await buildStaff(app, 'moderator'), await buildMember(app)];
  const pdf = { field: 'attachment', name: 'Offer für Ünal.pdf', bytes: buildPdf() };
  await buildConnection(app, sender, dan);
  const { caseId, evidence } = await buildReportedMessage(sender, dan, [pdf]);
  await staff.decide(caseId, 'hide');
  expect(evidence).toMatchObject({ files: ['one.jpg', pdf.name], documents: [{ name: pdf.name }] });
  const url = evidence.documents?.[0]?.url ?? '';
  const { statusCode, headers, rawPayload } = await app.http.inject(url);
  expect(statusCode).toBe(200);
  expect(rawPayload.equals(pdf.bytes)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': expect.stringMatching('sandbox'),
  });
  expect(headers['content-disposition']).toMatch(/^attachment; .*Offer%20f%C3%BCr%20%C3%9Cnal\.pdf/);
  const own = await succeed(app.call(cases.getCase, { token: sender.token, params: { id: caseId } }));
  expect(await statusOf(own.body.evidence.documents?.[0]?.url ?? '')).toBe(404);
  await releaseKept(app.services.db, app.services.jobs, [caseId]);
  expect(await statusOf(url)).toBe(404);
});

it('A message that is hidden together with others is shown again, even after a ban of its sender', async () => {
  const [cleo, dan] = [await buildMember(app), await buildMember(app)];
  await buildReportedMessage(cleo, dan);
  const reasons = { rule: 'Be kind', statement: 'It is not kind.' };
  const body = { posted: 'none', cases: true, action: 'remove', ...reasons } as const;
  const params = { id: cleo.id };
  const swept = await succeed(app.call(startSweep, { token: owner.token, params, body }));
  await expect.poll(async () => (await messagesOf(dan, cleo))[0]?.deleted).toBe(true);
  await succeed(app.call(reportMember, { token: dan.token, body: { userId: cleo.id } }));
  await staff.reverse(await staff.decide((await staff.caseOf(cleo.id))._id, 'ban'));
  await staff.reverse(swept.body._id);
  expect(await messagesOf(dan, cleo)).toMatchObject([{ deleted: false, content: 'Look at this' }]);
});
