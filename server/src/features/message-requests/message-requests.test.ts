import {
  deleteMessage,
  getConversation,
  listConversations,
  listMessages,
} from '@afterhours/contract/messages/conversations';
import { answerMessageRequest, listMessageRequests } from '@afterhours/contract/messages/message-requests';
import { createMessage } from '@afterhours/contract/messages/messages';
import { reportMessage, setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { answerInvitation, sendInvitation } from '@afterhours/contract/people/connections';
import { setFollow } from '@afterhours/contract/people/follow';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben] = (await Promise.all(['Ana', 'Ben'].map((firstName) => buildMember(app, { firstName })))) as [
    TestMember,
    TestMember,
  ];
});
afterAll(() => app.close());

const send = (from: TestMember, to: TestMember, content = 'Hello') =>
  app.call(createMessage, { token: from.token, body: { content, receiver_id: to.id } });

async function sent(from: TestMember, to: TestMember, content?: string) {
  return (await succeed(send(from, to, content))).body;
}

async function requests(member: TestMember, query: Record<string, string> = {}) {
  return await succeed(app.call(listMessageRequests, { token: member.token, query }));
}

async function chats(member: TestMember) {
  const response = await succeed(app.call(listConversations, { token: member.token, query: {} }));
  return {
    names: response.body.map(({ otherUserDetail }) => otherUserDetail.firstName),
    unread: response.unreadMessages,
  };
}

async function conversation(member: TestMember, other: TestMember) {
  return (await succeed(app.call(getConversation, { token: member.token, query: { userId: other.id } }))).body;
}

const act = (member: TestMember, id: string, action: string, more: object = {}) =>
  app.call(answerMessageRequest, { token: member.token, params: { id }, body: { action, ...more } });

/** Ages an account, so that it has the budget of an older one. */
const age = (member: TestMember, days: number) =>
  app.database.pool.query(`UPDATE users SET created_at = now() - make_interval(days => $2) WHERE id = $1`, [
    member.id,
    days,
  ]);

describe('A first message without a tie', () => {
  it("appears in its receiver's requests, but not in the chats, the badge or the notifications", async () => {
    const { uniquekey } = await sent(ana, ben, 'Do you build lamps?');
    const { body, waiting } = await requests(ben);
    expect(body).toMatchObject([
      { _id: uniquekey, state: 'waiting', user: { _id: ana.id }, content: 'Do you build lamps?' },
    ]);
    expect(waiting).toBe(1);
    expect(await chats(ben)).toEqual({ names: [], unread: 0 });
    expect(await chats(ana)).toEqual({ names: ['Ben'], unread: 0 });
    expect(await app.call(listNotifications, { token: ben.token })).toMatchObject({ totalLatestCount: 0 });
    expect((await conversation(ben, ana)).request).toBe('waiting');
  });

  it('reveals nothing to its sender: neither that it was read or ignored, nor presence', async () => {
    const { uniquekey } = await sent(ana, ben);
    const asSent = await conversation(ana, ben);
    expect(asSent).toMatchObject({ request: 'sent', otherReadSeq: 0, otherDeliveredSeq: 0 });
    expect(asSent.otherUserDetail).toMatchObject({ login_time: null, updatedAt: null });
    await app.call(listMessages, { token: ben.token, query: { userId: ana.id } });
    expect(await conversation(ana, ben)).toEqual(asSent);
    expect(await act(ben, uniquekey, 'ignore')).toMatchObject({ ok: true, body: { request: 'ignored' } });
    expect(await conversation(ana, ben)).toEqual(asSent);
  });

  it('is limited to one message until it is accepted, with text only', async () => {
    const image = { field: 'image', name: 'photo.jpg', bytes: await buildJpeg(300, 200) };
    const form = buildForm({ content: 'Look', receiver_id: ben.id }, [image]);
    expect(await app.call(createMessage, { token: ana.token, form })).toMatchObject({ ok: false, status: 403 });
    await sent(ana, ben);
    expect(await send(ana, ben, 'Are you there?')).toMatchObject({ ok: false, status: 403 });
    expect((await requests(ben)).body).toHaveLength(1);
  });

  it('can be withdrawn, which removes the request, and another one can be sent a day later', async () => {
    const { _id, uniquekey } = await sent(ana, ben);
    await app.call(deleteMessage, { token: ana.token, params: { id: _id } });
    expect(await requests(ben)).toMatchObject({ body: [], waiting: 0 });
    expect(await send(ana, ben)).toMatchObject({ ok: false, status: 403 });
    await app.database.pool.query(
      `UPDATE conversation_members SET requested_at = now() - interval '25 hours' WHERE conversation_id = $1
         AND requested_at IS NOT NULL`,
      [uniquekey],
    );
    await sent(ana, ben, 'Once more');
    expect((await requests(ben)).body).toMatchObject([{ content: 'Once more' }]);
  });

  it('becomes an accepted chat if both members send one at the same time', async () => {
    const responses = await Promise.all([send(ana, ben, 'One'), send(ben, ana, 'Two')]);
    expect(responses.map(({ ok }) => ok)).toEqual([true, true]);
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      expect((await conversation(one, other)).request).toBeNull();
      expect((await chats(one)).names).toHaveLength(1);
    }
  });

  it('is stored once if it is sent ten times concurrently', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, (_one, index) => send(ana, ben, `Hello ${index}`)));
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await requests(ben)).body).toHaveLength(1);
  });
});

describe('A request', () => {
  it('becomes a chat with an unread message for both on acceptance; a repeat changes nothing', async () => {
    const { uniquekey } = await sent(ana, ben);
    for (const _time of [1, 2])
      expect(await act(ben, uniquekey, 'accept')).toMatchObject({ ok: true, body: { user_id: ana.id, request: null } });
    expect(await chats(ben)).toEqual({ names: ['Ana'], unread: 1 });
    expect(await requests(ben)).toMatchObject({ body: [], waiting: 0 });
    expect((await conversation(ana, ben)).request).toBeNull();
    await sent(ana, ben, 'Thank you');
    expect((await chats(ben)).unread).toBe(2);
    expect(await act(ben, uniquekey, 'ignore')).toMatchObject({ ok: false, status: 409 });
  });

  it('is accepted by a reply', async () => {
    await sent(ana, ben);
    await sent(ben, ana, 'Hello, too');
    expect((await conversation(ana, ben)).request).toBeNull();
    expect(await chats(ben)).toEqual({ names: ['Ana'], unread: 1 });
    expect(await chats(ana)).toEqual({ names: ['Ben'], unread: 1 });
  });

  it('is accepted when its receiver follows the sender, or the two connect', async () => {
    await sent(ana, ben);
    await app.call(setFollow, { token: ben.token, body: { action: 'follow', follow_user_id: ana.id } });
    expect(await chats(ben)).toEqual({ names: ['Ana'], unread: 1 });
    const cleo = await buildMember(app, { firstName: 'Cleo' });
    await sent(cleo, ben);
    await app.call(sendInvitation, { token: cleo.token, body: { to_user_id: ben.id } });
    const body = { from_user_id: cleo.id, status: 'accepted' };
    await app.call(answerInvitation, { token: ben.token, body });
    expect((await chats(ben)).unread).toBe(2);
  });

  it('is not accepted when its sender follows the receiver', async () => {
    await app.call(setFollow, { token: ana.token, body: { action: 'follow', follow_user_id: ben.id } });
    await sent(ana, ben);
    expect((await requests(ben)).waiting).toBe(1);
  });

  it('can be found and restored after it was ignored', async () => {
    const { uniquekey } = await sent(ana, ben);
    await act(ben, uniquekey, 'ignore');
    expect(await requests(ben)).toMatchObject({ body: [], waiting: 0 });
    expect((await requests(ben, { state: 'ignored' })).body).toMatchObject([{ _id: uniquekey, state: 'ignored' }]);
    await act(ben, uniquekey, 'restore');
    expect((await requests(ben)).waiting).toBe(1);
  });

  it('can be blocked or reported, which hides it, but stays if its sender cannot be blocked', async () => {
    const first = await sent(ana, ben);
    await app.database.pool.query('ALTER TABLE member_blocks ADD CONSTRAINT none CHECK (false) NOT VALID');
    expect(await act(ben, first.uniquekey, 'block')).toMatchObject({ ok: false });
    await app.database.pool.query('ALTER TABLE member_blocks DROP CONSTRAINT none');
    expect((await requests(ben)).waiting).toBe(1);
    expect(await act(ben, first.uniquekey, 'block')).toMatchObject({ ok: true });
    expect(await requests(ben, { state: 'ignored' })).toMatchObject({ body: [] });
    expect(await send(ana, ben)).toMatchObject({ ok: false, status: 404 });
    await app.call(setBlock, { token: ben.token, body: { userId: ana.id, action: 'unblock' } });
    expect((await requests(ben, { state: 'ignored' })).body).toHaveLength(1);
    const cleo = await buildMember(app);
    const second = await sent(cleo, ben);
    expect(await act(ben, second.uniquekey, 'report', { category: 'spam' })).toMatchObject({ ok: true });
    const cases = await app.database.pool.query(`SELECT 1 FROM cases WHERE subject_id = $1`, [second._id]);
    expect(cases.rows).toHaveLength(1);
    expect(await requests(ben)).toMatchObject({ body: [], waiting: 0 });
  });

  it('is ignored with the report of its message, also after it was restored, but not with a failed one', async () => {
    const { _id, uniquekey } = await sent(ana, ben);
    const report = (message_id: string) => app.call(reportMessage, { token: ben.token, body: { message_id } });
    expect(await report(uniquekey)).toMatchObject({ ok: false, status: 404 });
    expect((await requests(ben)).waiting).toBe(1);
    for (const _time of [1, 2]) {
      await succeed(report(_id));
      expect(await requests(ben)).toMatchObject({ body: [], waiting: 0 });
      expect((await requests(ben, { state: 'ignored' })).body).toMatchObject([{ _id: uniquekey }]);
      await act(ben, uniquekey, 'restore');
      expect((await requests(ben)).waiting).toBe(1);
    }
    await act(ben, uniquekey, 'accept');
    await succeed(report(_id));
    expect((await conversation(ben, ana)).request).toBeNull();
    expect(await act(ben, uniquekey, 'report')).toMatchObject({ ok: false, status: 409 });
  });

  it('accepts valid actions by its receiver only', async () => {
    const { uniquekey } = await sent(ana, ben);
    expect(await act(ana, uniquekey, 'accept')).toMatchObject({ ok: false, status: 404 });
    expect(await act(await buildMember(app), uniquekey, 'accept')).toMatchObject({ ok: false, status: 404 });
    expect(await act(ben, uniquekey, 'eat')).toMatchObject({ ok: false, status: 422 });
    const signedOut = await app.call(answerMessageRequest, { params: { id: uniquekey }, body: { action: 'accept' } });
    expect(signedOut).toMatchObject({ ok: false, status: 401 });
  });
});

describe('A tie', () => {
  it('delivers the first message: after an application or a follow by the receiver, or from the staff', async () => {
    const job = await buildPost(app, ben, { postType: 'job', title: 'Lamp maker', opening: '1', salary: '1' });
    const body = { content: 'JOBAPPLIED', receiver_id: ben.id, post_id: job._id };
    expect(await app.call(createMessage, { token: ana.token, body })).toMatchObject({ ok: true });
    await sent(ana, ben, 'And a word more');
    await sent(ben, ana, 'Thank you');
    expect((await requests(ben)).waiting + (await requests(ana)).waiting).toBe(0);
    const moderator = await buildMember(app);
    await app.services.db.insertInto('staff').values({ user_id: moderator.id, role: 'moderator' }).execute();
    await sent(moderator, ben);
    expect((await requests(ben)).waiting).toBe(0);
  });
});

describe('A member who accepts first messages from known members only', () => {
  it('can be written to by known members, and by nobody else', async () => {
    await app.call(updateProfile, { token: ben.token, body: { messages_from: 'known' } });
    expect(await send(ana, ben)).toMatchObject({ ok: false, status: 403 });
    expect((await conversation(ana, ben)).contact).toMatchObject({ open: false });
    await app.call(setFollow, { token: ben.token, body: { action: 'follow', follow_user_id: ana.id } });
    await sent(ana, ben);
    expect((await chats(ben)).unread).toBe(1);
  });
});

describe('The request budget', () => {
  it('is three on the first day, ten in the first week and thirty later, even for concurrent requests', async () => {
    const others = await Promise.all(Array.from({ length: 12 }, () => buildMember(app)));
    const first = await Promise.all(others.slice(0, 6).map((other) => send(ana, other)));
    expect(first.filter(({ ok }) => ok)).toHaveLength(3);
    const refused = first.find(({ ok }) => !ok);
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('3 new members') as string });
    const fresh = await buildMember(app);
    const { contact } = await conversation(ana, fresh);
    expect(contact).toMatchObject({ open: true, left: 0, limit: 3 });
    expect(contact?.retryAfter).toBeGreaterThan(86_000);
    await age(ana, 2);
    expect((await conversation(ana, fresh)).contact).toMatchObject({ left: 7, limit: 10, retryAfter: null });
    const more = await Promise.all(others.slice(3).map((other) => send(ana, other)));
    expect(more.filter(({ ok }) => ok).length).toBeLessThanOrEqual(7);
    await age(ana, 8);
    expect((await conversation(ana, fresh)).contact).toMatchObject({ limit: 30 });
    // Messages with a tie cost nothing.
    expect((await conversation(ben, ben)).contact).toBeNull();
  });
});

describe('A list of a hundred requests', () => {
  it('is paged by cursor, newest first', async () => {
    const senders = await Promise.all(
      Array.from({ length: 101 }, (_one, index) => buildMember(app, { firstName: `S${index}` })),
    );
    for (const sender of senders) await sent(sender, ben, sender.user.firstName);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof requests>> = await requests(ben, {
        limit: '40',
        ...(cursor ? { cursor } : {}),
      });
      expect(page.waiting).toBe(100);
      seen.push(...page.body.map(({ content }) => content));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(senders.map(({ user }) => user.firstName).toReversed());
  });
});
