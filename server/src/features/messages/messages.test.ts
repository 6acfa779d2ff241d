import { getProfile } from '@afterhours/contract/account/account';
import { deleteMessage, listMessages } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { deletePost, getPost, updatePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm } from '#testing/files/images.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMember, buildTrio, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';

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

const send = (from: TestMember, to: TestMember | string, content: unknown, more: Record<string, unknown> = {}) =>
  app.call(createMessage, {
    token: from.token,
    body: { content, receiver_id: typeof to === 'string' ? to : to.id, ...more },
  });
const buildJob = (owner: TestMember) =>
  buildPost(app, owner, { postType: 'job', title: 'Baker', opening: '2', salary: '$20/h', description: 'Nights' });
const apply = (from: TestMember, to: TestMember, postId: unknown) => send(from, to, 'JOBAPPLIED', { post_id: postId });

async function notified(member: TestMember) {
  const response = await succeed(app.call(listNotifications, { token: member.token }));
  return response.body.notifications.map(({ type, content, link, parent_id }) => ({ type, content, link, parent_id }));
}
const unread = async (member: TestMember) => {
  const response = await app.call(getProfile, { token: member.token });
  return response.ok && response.body.unreadMessages;
};

describe('A message', () => {
  it('is stored for the other member, as JSON or as a form, and counts as unread', async () => {
    expect(await send(ana, ben, '  Hello\u0000 there ')).toMatchObject({
      ok: true,
      message: 'Message sent.',
      body: { content: 'Hello there', sender_id: ana.id, receiver_id: ben.id, seq: 1, post: null },
    });
    const form = buildForm({ content: 'Again', receiver_id: ben.id, sender_id: ana.id, token: 'x' });
    expect(await app.call(createMessage, { token: ana.token, form })).toMatchObject({ body: { seq: 2 } });
    expect(await send(ben, ana, 'Hi')).toMatchObject({ body: { seq: 3, sender: { firstName: 'Ben' } } });
    expect([await unread(ana), await unread(ben)]).toEqual([1, 2]);
  });

  it('has at most 5,000 characters, and an emoji is one', async () => {
    for (const character of ['a', '🎉']) {
      expect(await send(ana, ben, character.repeat(5_000))).toMatchObject({ ok: true });
      expect(await send(ana, ben, character.repeat(5_001))).toMatchObject({
        status: 422,
        errors: [{ field: 'content', message: 'Please use at most 5,000 characters.' }],
      });
    }
  });

  it('has its own number when many are sent concurrently, from both sides', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, count) => (count % 2 ? send(ana, ben, `a${count}`) : send(ben, ana, `b${count}`))),
    );
    const placed = responses.map((response) => (response.ok ? response.body : null));
    expect(new Set(placed.map((message) => message?.uniquekey)).size).toBe(1);
    expect(placed.map((message) => message?.seq).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect([await unread(ana), await unread(ben)]).toEqual([10, 10]);
  });

  it('is stored together with concurrent ones, and refused only if the receiver is not visible', async () => {
    const callers = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)));
    await buildTies(app, callers);
    await app.call(setBlock, { token: callers[0]!.token, body: { userId: callers[1]!.id } });
    const pairs = callers.flatMap((from) => callers.filter((to) => to !== from).map((to) => [from, to] as const));
    const keyOf = ([from, to]: (typeof pairs)[number], round: number) => `${from.id}/${to.id}/${round}`;
    const sendAll = () =>
      Promise.all(
        [0, 1].flatMap((round) =>
          pairs.map((pair) =>
            app.call(createMessage, {
              token: pair[0].token,
              headers: { 'idempotency-key': keyOf(pair, round) },
              body: { receiver_id: pair[1].id, content: keyOf(pair, round) },
            }),
          ),
        ),
      );
    const responses = await sendAll();
    const blocked = (pair: (typeof pairs)[number]) => pair.every((member) => callers.indexOf(member) < 2);
    const expected = [0, 1].flatMap(() => pairs.map((pair) => (blocked(pair) ? 404 : 200)));
    expect(responses.map(({ status }) => status)).toEqual(expected);
    const sent = responses.flatMap((response) => (response.ok ? [response.body] : []));
    for (const messages of Map.groupBy(sent, ({ uniquekey }) => uniquekey).values())
      expect(messages.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    const again = await sendAll();
    expect(again.flatMap((response) => (response.ok ? [response.body] : []))).toEqual(sent);
    const profile = await app.call(getProfile, { token: callers[5]!.token });
    expect(profile).toMatchObject({ body: { unreadMessages: 10 } });
  });

  it('is sent once per Idempotency-Key', async () => {
    const sending = () =>
      app.call(createMessage, {
        token: ana.token,
        headers: { 'idempotency-key': 'once' },
        body: { content: 'Once', receiver_id: ben.id },
      });
    const first = await sending();
    expect(await sending()).toMatchObject({ body: { _id: first.ok && first.body._id } });
    expect(await unread(ben)).toBe(1);
  });

  it('is sent once per client id, even after its deletion; ids of different senders are independent', async () => {
    const client_id = crypto.randomUUID();
    const first = await succeed(send(ana, ben, 'Once', { client_id }));
    expect(await send(ana, ben, 'Changed', { client_id })).toMatchObject({
      body: { _id: first.body._id, content: 'Once', client_id },
    });
    expect(await send(ben, ana, 'Mine', { client_id })).toMatchObject({ body: { seq: 2, content: 'Mine' } });
    await app.call(deleteMessage, { token: ana.token, params: { id: first.body._id } });
    expect(await send(ana, ben, 'Once', { client_id })).toMatchObject({ body: { seq: 1, deleted: true } });
    const cleo = await buildMember(app);
    const elsewhere = { status: 409, message: 'This message was already sent to someone else. Please send it again.' };
    expect(await send(ana, cleo, 'Once', { client_id })).toMatchObject(elsewhere);
    expect(await unread(cleo)).toBe(0);
    expect(await send(ana, ben, 'x', { client_id: 'mine' })).toMatchObject({ errors: [{ field: 'client_id' }] });
    expect([await unread(ana), await unread(ben)]).toEqual([1, 0]);
    const job = await buildJob(ben);
    const applying = () => send(ana, ben, 'JOBAPPLIED', { post_id: job._id, client_id: job._id });
    const applied = await Promise.all([applying(), applying(), applying()]);
    expect(new Set(applied.map((response) => response.ok && response.body._id)).size).toBe(1);
  });

  it.each([
    [undefined, 'Please enter a message or upload an image'],
    ['', 'Please enter a message or upload an image'],
    [7, 'Please enter a message or upload an image'],
    ['   ', 'Please enter a message'],
    ['\u0000\u202e', 'Please enter a message'],
    ['x'.repeat(5_001), 'Please use at most 5,000 characters.'],
  ])('of %j is rejected', async (content, message) => {
    expect(await send(ana, ben, content)).toMatchObject({ status: 422, errors: [{ field: 'content', message }] });
  });

  it('requires a receiver other than the sender, and the caller as the sender', async () => {
    const none = { status: 422, errors: [{ field: 'receiver_id', message: 'Please select user to send message' }] };
    expect(await app.call(createMessage, { token: ana.token, body: { content: 'x' } })).toMatchObject(none);
    expect(await send(ana, '', 'x')).toMatchObject(none);
    expect(await send(ana, ana, 'x')).toMatchObject({ status: 422, errors: [{ field: 'receiver_id' }] });
    expect(await send(ana, UNKNOWN_ID, 'x')).toMatchObject({ status: 404 });
    expect(await send(ana, ben, 'x', { sender_id: cleo.id })).toMatchObject({ status: 403 });
    expect(await send(ana, ben, 'x', { sender_id: ana.id })).toMatchObject({ ok: true });
    expect(await app.call(createMessage, { body: { content: 'x', receiver_id: ben.id } })).toMatchObject({
      status: 401,
    });
  });

  it('produces one notification while unread, if both members have the setting on', async () => {
    const off = (member: TestMember, value: boolean) =>
      app.services.db.updateTable('users').set({ notify_message: value }).where('id', '=', member.id).execute();
    for (const silent of [ana, ben]) {
      await off(silent, false);
      await send(ana, ben, 'Quiet');
      expect(await notified(ben)).toEqual([]);
      await off(silent, true);
    }
    await send(ana, ben, 'One');
    await send(ana, ben, 'Two');
    expect(await notified(ben)).toEqual([
      { type: 'message', content: 'Ana Lima sent you a message', link: `/Messages#${ana.id}`, parent_id: ana.id },
    ]);
  });
});

describe('A job application', () => {
  it('sends the job card, sets the viewer state of the post and notifies the owner', async () => {
    const job = await buildJob(ben);
    expect(await apply(ana, ben, job._id)).toMatchObject({
      ok: true,
      message: 'Job applied successfully',
      body: {
        content: 'JOBAPPLIED',
        post: { _id: job._id, title: 'Baker', opening: '2', salary: '$20/h', description: 'Nights' },
      },
    });
    const applied = async (member: TestMember) => {
      const seen = await app.call(getPost, { token: member.token, params: { id: job._id } });
      return seen.ok && seen.body.applied;
    };
    expect([await applied(ana), await applied(ben), await applied(cleo)]).toEqual([true, false, false]);
    expect(await notified(ben)).toEqual([
      {
        type: 'event',
        content: 'Ana Lima applied for a job you posted',
        link: `/Messages#${ana.id}`,
        parent_id: job._id,
      },
    ]);
    expect(await unread(ben)).toBe(1);
  });

  it('no longer shows a job whose audience excludes the reader', async () => {
    const job = await buildJob(ben);
    await apply(ana, ben, job._id);
    const body = { _id: job._id, description: 'Only for you', visibility: 'connections' } as const;
    expect(await app.call(updatePost, { token: ben.token, body })).toMatchObject({ ok: true });
    for (const [reader, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      const chat = await app.call(listMessages, { token: reader.token, query: { userId: other.id } });
      expect(chat).toMatchObject({ ok: true });
      expect(JSON.stringify(chat)).not.toContain('Only for you');
    }
    await buildConnection(app, ana, ben);
    const chat = await app.call(listMessages, { token: ana.token, query: { userId: ben.id } });
    expect(JSON.stringify(chat)).toContain('Only for you');
  });

  it('works once per member and job, even concurrently, and stores no second message', async () => {
    const job = await buildJob(ben);
    const responses = await Promise.all(Array.from({ length: 6 }, () => apply(ana, ben, job._id)));
    expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    expect(await apply(ana, ben, job._id)).toMatchObject({
      status: 409,
      message: 'You already applied to this job.',
    });
    expect(await apply(cleo, ben, job._id)).toMatchObject({ ok: true });
    expect(await unread(ben)).toBe(2);
  });

  it("is rejected for one's own job, a post that is not a job, and another receiver", async () => {
    const [job, note] = [await buildJob(ben), await buildPost(app, ben)];
    expect(await apply(ben, ben, job._id)).toMatchObject({
      status: 422,
      message: 'You cannot apply for your own job.',
    });
    expect(await apply(ana, ben, note._id)).toMatchObject({ status: 422, errors: [{ field: 'post_id' }] });
    expect(await apply(ana, cleo, job._id)).toMatchObject({ status: 422, errors: [{ field: 'receiver_id' }] });
    for (const none of [undefined, null, '']) {
      expect(await apply(ana, ben, none)).toMatchObject({ status: 422, errors: [{ field: 'post_id' }] });
    }
    expect(await apply(ana, ben, UNKNOWN_ID)).toMatchObject({ status: 404 });
    await app.call(deletePost, { token: ben.token, params: { id: job._id } });
    expect(await apply(ana, ben, job._id)).toMatchObject({ status: 404 });
    expect(await unread(ben)).toBe(0);
  });

  it('does not notify an owner who has switched events off', async () => {
    await app.services.db.updateTable('users').set({ notify_event: false }).where('id', '=', ben.id).execute();
    expect(await apply(ana, ben, (await buildJob(ben))._id)).toMatchObject({ ok: true });
    expect(await notified(ben)).toEqual([]);
  });
});
