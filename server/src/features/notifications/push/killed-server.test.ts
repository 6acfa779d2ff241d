/** No notification to a device is lost on a server that is killed before and while it sends. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type KillableServer, startKillableServer } from '#testing/processes/killable-server.ts';
import { joinServer, sendToServer } from '#testing/processes/server-calls.ts';
import { type FakePushService, startFakePushService } from '#testing/servers/fake-push-service.ts';

const MEMBERS = 12;
let service: FakePushService;
let server: KillableServer;

beforeAll(async () => {
  service = await startFakePushService();
  server = await startKillableServer({ TEST_HOST_OVERRIDES: JSON.stringify(service.hostOverrides) });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

async function join() {
  const member = await joinServer(server);
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${member.id}::uuid`.execute(server.db);
  return member;
}

/** Makes all pushes due, including those that a killed server has claimed. */
const makeDue = () => sql`UPDATE push_messages SET due_at = now()`.execute(server.db);

it('A killed server sends all its pushes after a restart, with no duplicates under another tag', async () => {
  const fan = await join();
  const members = await Promise.all(Array.from({ length: MEMBERS }, join));
  const devices = members.map(() => service.addDevice());
  for (const [at, { id, token }] of members.entries()) {
    await sendToServer(server, 'POST', '/push/subscriptions', devices[at]?.subscription ?? {}, token);
    await sendToServer(
      server,
      'PUT',
      '/notification/preferences',
      { kinds: [{ kind: 'followed', push: true }] },
      token,
    );
    await sendToServer(
      server,
      'POST',
      '/follow/followUnfollowUser',
      { action: 'follow', follow_user_id: id },
      fan.token,
    );
  }
  // Killed after the commit, before anything is sent.
  await server.kill();
  const reached = () => devices.filter(({ arrived }) => arrived.length > 0).length;
  expect(reached()).toBe(0);
  await makeDue();
  await server.start();
  // Killed while sending.
  await expect.poll(reached, { timeout: 30_000, interval: 1 }).toBeGreaterThanOrEqual(1);
  await server.kill();
  await makeDue();
  await server.start();
  await expect.poll(reached, { timeout: 30_000 }).toBe(MEMBERS);
  const waiting = () => sql`SELECT 1 FROM push_messages`.execute(server.db);
  await expect.poll(async () => (await waiting()).rows.length, { timeout: 30_000 }).toBe(0);
  for (const { arrived } of devices) expect(new Set(arrived.map(({ tag }) => tag)).size).toBe(1);
});
