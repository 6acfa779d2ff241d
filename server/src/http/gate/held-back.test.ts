/** Calls whose senders hold back the end of the body until their session or role is gone. */
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { logout } from '@afterhours/contract/account/account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '#testing/calls/sockets.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

/** A body takes long from one second on. */
const HELD_MS = 1_100;
let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await buildTestApp();
  port = Number(new URL(await listen(app)).port);
});
afterAll(() => app.close());

type Held = { path: string; type: string; body: string };

/** Sends all but the last byte of a body, and the last one after `meanwhile`; returns the status of the response. */
async function sendHeld({ token }: TestMember, { path, type, body }: Held, meanwhile: () => Promise<unknown>) {
  const socket = net.connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk: Buffer) => {
    response += chunk.toString();
  });
  const head = [
    `POST /api${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${body.length}`,
    '\r\n',
  ];
  socket.write(head.join('\r\n') + body.slice(0, -1));
  await delay(HELD_MS);
  await meanwhile();
  socket.write(body.slice(-1));
  await expect.poll(() => response).toMatch(/^HTTP\/1.1 \d{3}/);
  socket.destroy();
  return Number(response.slice(9, 12));
}

const post = { path: '/post/create', type: 'application/json', body: '{"postType":"general","description":"Late"}' };
const form = {
  path: '/post/create',
  type: 'multipart/form-data; boundary=x',
  body:
    '--x\r\nContent-Disposition: form-data; name="postType"\r\n\r\ngeneral\r\n' +
    '--x\r\nContent-Disposition: form-data; name="description"\r\n\r\nLate\r\n--x--\r\n',
};

it('A call that takes long to arrive is made as usual', async () => {
  for (const held of [post, form]) expect(await sendHeld(await buildMember(app), held, async () => null)).toBe(200);
});

it('A call that is completed after its session has ended is refused', async () => {
  for (const held of [post, form]) {
    const member = await buildMember(app);
    expect(await sendHeld(member, held, () => app.call(logout, { token: member.token }))).toBe(401);
  }
});

it('A call that is completed after its caller has lost the role is refused', async () => {
  const moderator = await buildStaff(app, 'moderator');
  const { id } = await buildMember(app);
  const held = { path: `/staff/people/${id}/end-sessions`, type: 'application/json', body: '{ }' };
  const demote = async () => {
    await app.services.db.deleteFrom('staff').where('user_id', '=', moderator.id).execute();
    await expect.poll(async () => (await app.services.sessions.find(moderator.token))?.role).toBeNull();
  };
  expect(await sendHeld(moderator, held, async () => null)).toBe(200);
  expect(await sendHeld(moderator, held, demote)).toBe(403);
});
