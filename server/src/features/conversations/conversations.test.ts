import {
  deleteChat,
  deleteMessage,
  getConversation,
  listConversations,
  listMessages,
  setMessagesRead,
  setPinned,
} from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selectSharedFiles } from '#features/messages/history/read-queries.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, buildTrio, type TestMember } from '#testing/rows/members.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { selectConversations, selectOpened } from './queries.ts';

const UNKNOWN_ID = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildTrio(app);
  await buildTies(app, [ana, ben, cleo]);
});
afterAll(() => app.close());

async function send(from: TestMember, to: TestMember, content: string) {
  return (await succeed(app.call(createMessage, { token: from.token, body: { content, receiver_id: to.id } }))).body;
}
async function list(member: TestMember, query: Record<string, string> = {}) {
  return await succeed(app.call(listConversations, { token: member.token, query }));
}
async function read(member: TestMember, other: TestMember, query: Record<string, string> = {}) {
  const response = await succeed(
    app.call(listMessages, { token: member.token, query: { userId: other.id, ...query } }),
  );
  return response;
}
const markRead = (member: TestMember, other: TestMember, seq: unknown) =>
  app.call(setMessagesRead, { token: member.token, body: { user_id: other.id, seq } });
const clearChat = (member: TestMember, other: TestMember) =>
  app.call(deleteChat, { token: member.token, body: { user_id: other.id } });
const pin = (member: TestMember, other: TestMember, status: unknown = 1) =>
  app.call(setPinned, { token: member.token, body: { user_id: other.id, status } });
const remove = (member: TestMember, id: string) => app.call(deleteMessage, { token: member.token, params: { id } });
const get = (member: TestMember, query: Record<string, string>) =>
  app.call(getConversation, { token: member.token, query });
const texts = (response: { body: { content: string }[] }) => response.body.map((message) => message.content);

/** Returns the unread count after asserting that the list, the badge and the rows agree on it. */
async function unread(member: TestMember): Promise<number> {
  const { body, unreadMessages } = await list(member, { limit: '100' });
  const { rows } = await app.database.pool.query(
    `SELECT count(*) AS count FROM messages m JOIN conversation_members h USING (conversation_id)
     WHERE h.user_id = $1 AND m.sender_id <> $1 AND m.seq > greatest(h.read_seq, h.cleared_seq)
       AND m.deleted_at IS NULL AND h.request IS NULL`,
    [member.id],
  );
  expect(body.reduce((sum, entry) => sum + entry.unreadCount, 0)).toBe(unreadMessages);
  expect(rows[0].count).toBe(unreadMessages);
  return unreadMessages;
}
async function badge(member: TestMember): Promise<number> {
  const response = await app.call(listNotifications, { token: member.token });
  return response.ok ? response.totalLatestCount : -1;
}

describe('The list of conversations', () => {
  it('lists the newest message first, in two sections, and can be searched by name', async () => {
    const dora = await buildMember(app, { firstName: 'Dora', lastName: 'El Khoury' });
    await buildTies(app, [ana, dora]);
    for (const other of [ben, cleo, dora]) await send(other, ana, `From ${other.user.firstName}`);
    await send(ana, ben, 'Back');
    const names = async (query: Record<string, string> = {}) =>
      (await list(ana, query)).body.map((entry) => entry.otherUserDetail.firstName);
    expect(await names()).toEqual(['Ben', 'Dora', 'Cleo']);
    expect((await list(ana)).body[0]).toMatchObject({
      latestMessage: { content: 'Back', sender_id: ana.id, seq: 2, deleted: false },
      unreadCount: 1,
      pinned: false,
      status: 0,
      canMessage: true,
    });
    expect(await pin(ana, cleo)).toMatchObject({ message: 'Chat pinned.', body: { status: 1, pinned: true } });
    expect(await pin(ana, cleo, '1')).toMatchObject({ ok: true });
    expect([await names({ pinned: 'true' }), await names({ pinned: 'false' })]).toEqual([['Cleo'], ['Ben', 'Dora']]);
    expect((await list(cleo)).body[0]).toMatchObject({ pinned: false });
    expect(await pin(ana, cleo, 0)).toMatchObject({ message: 'Chat unpinned.' });
    expect(await names({ pinned: 'true' })).toEqual([]);
    expect([
      await names({ keyword: 'khou' }),
      await names({ keyword: 'houry' }),
      await names({ keyword: '%' }),
    ]).toEqual([['Dora'], [], []]);
  });

  it('is paged with a constant number of statements, and read from its index', async () => {
    const others = await Promise.all(Array.from({ length: 7 }, () => buildMember(app)));
    await buildTies(app, [ana, ...others]);
    for (const other of others) await send(other, ana, 'Hello');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(ana, { limit: '3', ...(cursor ? { cursor } : {}) });
      seen.push(...page.body.map((entry) => entry.other_user_id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(others.toReversed().map((other) => other.id));
    const count = (limit: string) => app.countStatements(() => list(ana, { limit }));
    expect([await count('1'), await count('50')]).toEqual([1, 1]);
    const start = { limit: 20, after: null, offset: 0, page: 1 };
    const plan = (pinned: boolean | null) =>
      explain(app.services.db, (tx) => selectConversations(tx, ana.id, { keyword: '', pinned }, start));
    expect(await plan(null)).toContain('conversation_members_newest');
    expect(await plan(true)).toContain('conversation_members_pinned');
    const { db } = app.services;
    for (const direction of ['older', 'newer'] as const) {
      const opened = { userId: ana.id, otherId: UNKNOWN_ID, from: 40, rows: 21 };
      const opening = await explain(db, (tx) => selectOpened(tx, direction, opened));
      expect(opening).toContain('messages_conversation_id_seq_key');
      expect(opening).toContain('message_attachments_conversation_id_seq_position_key');
    }
    expect(await explain(db, (tx) => selectSharedFiles(tx, ana.id, ben.id, start))).toContain(
      'message_attachments_conversation_id_seq_position_key',
    );
  });

  it('hides presence and read receipts if one of the two has switched them off', async () => {
    await send(ana, ben, 'Hello');
    await read(ben, ana);
    expect((await list(ana)).body[0]).toMatchObject({ otherReadSeq: 1, otherUserDetail: { login_time: null } });
    expect((await list(ana)).body[0]?.otherUserDetail.updatedAt).not.toBeNull();
    const setting = (value: boolean) =>
      app.services.db
        .updateTable('users')
        .set({ show_presence: value, read_receipts: value })
        .where('id', '=', ana.id)
        .execute();
    await setting(false);
    for (const [member, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      expect((await list(member)).body[0]).toMatchObject({ otherReadSeq: null, otherUserDetail: { updatedAt: null } });
      expect(await read(member, other)).toMatchObject({ otherReadSeq: null });
    }
  });
});

describe('A conversation', () => {
  it('can be found by the other member or by its key, and is empty before the first message', async () => {
    const blank = { uniquekey: null, other_user_id: ben.id, latestMessage: null, canMessage: true };
    expect(await get(ana, { userId: ben.id })).toMatchObject({ body: blank });
    const { uniquekey } = await send(ana, ben, 'Hello');
    expect(await get(ana, { userId: ben.id })).toMatchObject({ body: { uniquekey, other_user_id: ben.id } });
    expect(await get(ben, { uniquekey })).toMatchObject({ body: { other_user_id: ana.id, unreadCount: 1 } });
    expect(await get(cleo, { uniquekey })).toMatchObject({ status: 404 });
    expect(await get(ana, { userId: UNKNOWN_ID })).toMatchObject({ status: 404 });
    expect(await get(ana, {})).toMatchObject({ status: 422, errors: [{ field: 'userId' }] });
  });

  it('is paged from the newest message: older ones by cursor, newer ones by number', async () => {
    for (let number = 1; number <= 7; number++)
      await send(number % 2 ? ana : ben, number % 2 ? ben : ana, `m${number}`);
    const newest = await read(ben, ana, { limit: '3' });
    expect([texts(newest), newest.lastSeq, newest.more]).toEqual([['m5', 'm6', 'm7'], 7, true]);
    const older = await read(ben, ana, { limit: '3', cursor: newest.nextCursor ?? '' });
    expect(texts(older)).toEqual(['m2', 'm3', 'm4']);
    const oldest = await read(ben, ana, { limit: '3', cursor: older.nextCursor ?? '' });
    expect([texts(oldest), oldest.nextCursor, oldest.more]).toEqual([['m1'], null, false]);
    const later = await read(ben, ana, { after: '4', limit: '2' });
    expect([texts(later), later.nextCursor, later.more]).toEqual([['m5', 'm6'], null, true]);
    expect([texts(await read(ben, ana, { after: '6' })), texts(await read(ben, ana, { after: '7' }))]).toEqual([
      ['m7'],
      [],
    ]);
    const count = (limit: string) => app.countStatements(() => read(ben, ana, { limit }));
    expect([await count('1'), await count('50')]).toEqual([1, 1]);
  });

  it('is not accessible to other members', async () => {
    await send(ana, ben, 'Hello');
    expect(await read(cleo, ben)).toMatchObject({ body: [], uniquekey: null });
    for (const missing of [markRead(cleo, ben, 1), clearChat(cleo, ben), pin(cleo, ben)])
      expect(await missing).toMatchObject({ status: 404, message: 'There is no chat with this member.' });
    expect(await app.call(listMessages, { token: cleo.token, query: { userId: UNKNOWN_ID } })).toMatchObject({
      status: 404,
    });
    expect(await app.call(listMessages, { query: { userId: ana.id } })).toMatchObject({ status: 401 });
    expect(await pin(ana, ben, 2)).toMatchObject({ status: 422, errors: [{ field: 'status' }] });
  });
});

describe('Reading a conversation', () => {
  it('keeps exact counts, never goes back, and marks the notification as read', async () => {
    for (const text of ['one', 'two', 'three']) await send(ana, ben, text);
    expect([await unread(ben), await badge(ben)]).toEqual([3, 1]);
    expect(await markRead(ben, ana, 2)).toMatchObject({ body: { readSeq: 2, unreadCount: 1 }, unreadMessages: 1 });
    expect(await markRead(ben, ana, 1)).toMatchObject({ body: { readSeq: 2, unreadCount: 1 } });
    expect(await markRead(ben, ana, 9e15)).toMatchObject({ body: { readSeq: 3, unreadCount: 0 } });
    expect([await unread(ben), await badge(ben)]).toEqual([0, 0]);
    expect(await read(ana, ben)).toMatchObject({ otherReadSeq: 3, otherDeliveredSeq: 3 });
    for (const seq of [-1, 1.5, '2', null]) {
      expect(await markRead(ben, ana, seq)).toMatchObject({ status: 422, errors: [{ field: 'seq' }] });
    }
    await send(ana, ben, 'four');
    expect(await read(ben, ana, { read: 'false' })).toMatchObject({ readSeq: 3, unreadMessages: 1 });
    expect(await read(ben, ana)).toMatchObject({ readSeq: 4, unreadMessages: 0 });
  });

  it('leaves exact counts while the other member is writing', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, round) => [
        send(ana, ben, `${round}`),
        markRead(ben, ana, round * 2).catch(() => null),
      ]).flat(),
    );
    await unread(ben);
    await read(ben, ana);
    expect(await unread(ben)).toBe(0);
  });
});

describe('Deleting a chat', () => {
  it('hides it from one member alone, and a new message brings back only itself', async () => {
    await send(ana, ben, 'old');
    await pin(ben, ana);
    expect(await clearChat(ben, ana)).toMatchObject({ message: 'Chat deleted.', unreadMessages: 0 });
    expect(await clearChat(ben, ana)).toMatchObject({ ok: true });
    expect([(await list(ben)).body, (await list(ana)).body.length, await badge(ben)]).toEqual([[], 1, 0]);
    expect(await read(ana, ben)).toMatchObject({ otherReadSeq: 0 });
    await send(ana, ben, 'new');
    expect((await list(ben)).body).toMatchObject([
      { latestMessage: { content: 'new' }, unreadCount: 1, pinned: false },
    ]);
    expect(texts(await read(ben, ana))).toEqual(['new']);
    expect(texts(await read(ana, ben))).toEqual(['old', 'new']);
  });

  it('loses no later message while the other member is writing', async () => {
    for (let round = 0; round < 6; round++) {
      const sent = Array.from({ length: 4 }, (_, number) => send(ana, ben, `${round}-${number}`));
      await Promise.all([...sent, ...(round === 0 ? [] : [clearChat(ben, ana)])]);
      const count = await unread(ben);
      const seen = await read(ben, ana, { read: 'false', limit: '100' });
      expect(seen.body.length).toBeGreaterThanOrEqual(count);
      // The remaining messages are the end of the conversation, without gaps.
      expect(seen.body.map((message) => message.seq)).toEqual(
        seen.body.map((_, index) => seen.lastSeq - seen.body.length + 1 + index),
      );
      expect((await list(ben)).body).toHaveLength(seen.body.length > 0 ? 1 : 0);
    }
  });
});

describe('Deleting a message', () => {
  it('keeps its place without its content, for both members, and reduces the unread count by one', async () => {
    const first = await send(ana, ben, 'one');
    const second = await send(ana, ben, 'two');
    await markRead(ben, ana, 1);
    expect(await remove(ben, first._id)).toMatchObject({ status: 403 });
    expect(await remove(cleo, first._id)).toMatchObject({ status: 404 });
    expect(await remove(ana, UNKNOWN_ID)).toMatchObject({ status: 404 });
    expect(await remove(ana, second._id)).toMatchObject({ message: 'Message deleted.', body: { seq: 2 } });
    expect(await remove(ana, second._id)).toMatchObject({ ok: true });
    expect(await remove(ana, first._id)).toMatchObject({ ok: true });
    expect([await unread(ben), await badge(ben)]).toEqual([0, 0]);
    const gone = [
      { seq: 1, content: '', deleted: true },
      { seq: 2, content: '', deleted: true },
    ];
    expect((await read(ben, ana)).body).toMatchObject(gone);
    expect((await list(ana)).body).toMatchObject([{ latestMessage: { content: '', deleted: true } }]);
  });

  it('is counted once while the message is being read', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, (_, number) => send(ana, ben, `${number}`)));
    await Promise.all(
      sent.flatMap((message) => [
        remove(ana, message._id),
        markRead(ben, ana, message.seq - 1),
        remove(ana, message._id),
      ]),
    );
    expect(await unread(ben)).toBe(0);
  });
});
