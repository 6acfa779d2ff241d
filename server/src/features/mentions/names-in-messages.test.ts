import { getProfile } from '@afterhours/contract/account/account';
import { listMessages } from '@afterhours/contract/messages/conversations';
import { createMessage, type Message } from '@afterhours/contract/messages/messages';
import { setBlock } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSocket, listen } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ana, ben, cleo] = await buildMembers(app, 3);
  await buildTies(app, [ana, ben, cleo]);
});
afterAll(() => app.close());

async function send(content: string, from = ana, to = ben): Promise<Message> {
  return (await succeed(app.call(createMessage, { token: from.token, body: { content, receiver_id: to.id } }))).body;
}
async function read(viewer: TestMember, other: TestMember): Promise<Message[]> {
  return (await succeed(app.call(listMessages, { token: viewer.token, query: { userId: other.id } }))).body;
}
const named = ({ mentions }: Message) => mentions.map(({ start, length, user }) => [start, length, user._id]);

describe('A member named in a message', () => {
  it('is linked for both members of the chat, in responses, lists and events, and is not notified', async () => {
    const origin = await listen(app);
    const received: Message[] = [];
    const socket = await connectSocket(origin, ben, (event, payload) => {
      if (event === 'message') received.push((payload as { message: Message }).message);
    });
    const place = [[4, cleo.user.username.length + 1, cleo.id]];
    expect(named(await send(`Ask @${cleo.user.username}, please`))).toEqual(place);
    for (const [viewer, other] of [
      [ana, ben],
      [ben, ana],
    ] as const)
      expect((await read(viewer, other)).map(named)).toEqual([place]);
    await expect.poll(() => received.map(named)).toEqual([place]);
    socket.disconnect();
    expect(await app.call(listNotifications, { token: cleo.token })).toMatchObject({ ok: true, total: 0 });
  });

  it('is not linked for members who cannot see them, or if nobody has that name', async () => {
    await app.call(setBlock, { token: ben.token, body: { userId: cleo.id, action: 'block' } });
    await send(`Ask @${cleo.user.username} or @nobody.here or ana@${cleo.user.username}`);
    expect((await read(ana, ben)).map((message) => named(message).length)).toEqual([1]);
    expect((await read(ben, ana)).map(named)).toEqual([[]]);
  });

  it('is linked under the current name, even in older messages', async () => {
    await send(`Ask @${cleo.user.username}`);
    const username = `cleo_${Date.now()}`;
    expect(await app.call(updateProfile, { token: cleo.token, body: { username } })).toMatchObject({ ok: true });
    const [message] = await read(ben, ana);
    expect(message?.mentions).toMatchObject([{ user: { _id: cleo.id, username } }]);
  });

  it('takes one statement per page, and none if no message names anybody', async () => {
    for (let number = 0; number < 3; number++) await send(`Plain ${number}, 5 € @ noon`);
    const plain = await app.countStatements(() => read(ben, ana));
    for (let number = 0; number < 3; number++) await send(`@${cleo.user.username} and @${ben.user.username}`);
    expect(await app.countStatements(() => read(ben, ana))).toBe(plain + 1);
    expect(await app.call(getProfile, { token: ben.token })).toMatchObject({ ok: true });
  });
});
