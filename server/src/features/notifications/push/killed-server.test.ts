/** No notification to a device is lost on a server that is killed before and while it sends. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { followMember, prefer } from '#testing/notifications/notification-mail.ts';
import { addDevice } from '#testing/notifications/push.ts';
import { createServerOf, type ServerOfApp } from '#testing/processes/killable-server.ts';
import { buildMember } from '#testing/rows/members.ts';
import { type FakePushService, type PushDevice, startFakePushService } from '#testing/servers/fake-push-service.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';

const MEMBERS = 12;
let service: FakePushService;
let app: TestApp;
let server: ServerOfApp;

beforeAll(async () => {
  service = await startFakePushService();
  const { hostOverrides } = service;
  app = await buildTestApp(withoutJobs, undefined, { hostOverrides });
  server = await createServerOf(app, { TEST_HOST_OVERRIDES: JSON.stringify(hostOverrides) });
});
afterAll(async () => {
  await server.close();
  await service.close();
});

/** Makes all pushes due, including those that a killed server has claimed. */
const makeDue = () => sql`UPDATE push_messages SET due_at = now()`.execute(app.services.db);

it('A killed server sends all its pushes after a restart, with no duplicates under another tag', async () => {
  const fan = await buildMember(app);
  const devices: PushDevice[] = [];
  // This server ends, in effect, after the commit and before anything is sent, since it runs no jobs.
  for (let count = 0; count < MEMBERS; count++) {
    const member = await buildMember(app);
    devices.push(await addDevice(app, service, member));
    await prefer(app, member, { kinds: [{ kind: 'followed', push: true }] });
    await followMember(app, fan, member);
  }
  const reached = () => devices.filter(({ arrived }) => arrived.length > 0).length;
  expect(reached()).toBe(0);
  await makeDue();
  await server.start();
  // Killed while sending.
  await expect.poll(reached, { timeout: 30_000, interval: 1 }).toBeGreaterThanOrEqual(1);
  await server.kill();
  await makeDue();
  await server.replace({ hostOverrides: service.hostOverrides });
  await expect.poll(reached, { timeout: 30_000 }).toBe(MEMBERS);
  const waiting = () => sql`SELECT 1 FROM push_messages`.execute(app.services.db);
  await expect.poll(async () => (await waiting()).rows.length, { timeout: 30_000 }).toBe(0);
  for (const { arrived } of devices) expect(new Set(arrived.map(({ tag }) => tag)).size).toBe(1);
});
