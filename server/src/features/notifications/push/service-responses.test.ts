/** The responses of push services, and how each is handled. */
import { createMessage } from '@afterhours/contract/messages/messages';
import { setFollow } from '@afterhours/contract/people/follow';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { followMember, prefer } from '#testing/notifications/notification-mail.ts';
import { addDevice, listPushes, pushNow } from '#testing/notifications/push.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { type FakePushService, type PushDevice, startFakePushService } from '#testing/servers/fake-push-service.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';

let app: TestApp;
let service: FakePushService;
let ana: TestMember;
let ben: TestMember;
let cleo: TestMember;
let phone: PushDevice;

beforeAll(async () => {
  service = await startFakePushService();
  app = await buildTestApp(withoutJobs, undefined, { hostOverrides: service.hostOverrides });
});
beforeEach(async () => {
  [ana, ben, cleo] = [
    await buildMember(app),
    await buildMember(app, { firstName: 'Ben', lastName: 'Ode' }),
    await buildMember(app, { firstName: 'Cleo', lastName: 'Noor' }),
  ];
  phone = await addDevice(app, service, ana);
  await prefer(app, ana, { kinds: [{ kind: 'followed', push: true }] });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const titles = () => phone.arrived.map(({ title }) => title);

describe('A push service', () => {
  const respondWith = (status: number, headers: Record<string, string> = {}) => {
    phone.respond = (reply) => void reply.writeHead(status, headers).end();
  };
  const wait = async () => {
    const [waiting] = await listPushes(app, ana);
    return waiting && Math.round((Number(waiting.due_at) - Date.now()) / 1_000);
  };

  it.each([404, 410])('that responds with %i ends the subscription', async (status) => {
    await followMember(app, ben, ana);
    respondWith(status);
    await pushNow(app);
    const left = await app.services.db.selectFrom('push_subscriptions').where('user_id', '=', ana.id).execute();
    expect([left, await listPushes(app, ana)]).toEqual([[], []]);
  });

  it('that is busy or fails is retried when it asks for it, or otherwise with growing delays', async () => {
    await followMember(app, ben, ana);
    respondWith(429, { 'retry-after': '1800' });
    await pushNow(app);
    expect(await wait()).toBeGreaterThan(1_790);
    respondWith(503, { 'retry-after': new Date(Date.now() + 3_000_000).toUTCString() });
    await pushNow(app);
    expect(await wait()).toBeGreaterThan(2_990);
    const waits: (number | undefined)[] = [];
    for (const status of [500, 502, 429]) {
      respondWith(status);
      await pushNow(app);
      waits.push(await wait());
    }
    expect(waits.map((seconds) => Math.round((seconds ?? 0) / 60))).toEqual([4, 8, 16]);
    phone.respond = null;
    await pushNow(app);
    expect(titles()).toEqual(['Ben Ode has Followed you']);
  });

  it('is retried for at most a day', async () => {
    await followMember(app, ben, ana);
    respondWith(429, { 'retry-after': '90000' });
    await pushNow(app);
    expect(await wait()).toBeUndefined();
    await followMember(app, cleo, ana);
    await sql`UPDATE push_messages SET created_at = now() - interval '1 day'`.execute(app.services.db);
    respondWith(500);
    await pushNow(app);
    expect(await wait()).toBeUndefined();
  });

  it('that rejects a push as too large gets a shorter one, once', async () => {
    // Creates a tie, because a stranger's message is not pushed.
    await app.call(setFollow, { token: ana.token, body: { action: 'follow', follow_user_id: ben.id } });
    await prefer(app, ana, { messageText: true });
    const message = { receiver_id: ana.id, content: 'x'.repeat(80) };
    expect((await app.call(createMessage, { token: ben.token, body: message })).ok).toBe(true);
    const sizes: number[] = [];
    phone.respond = (reply, body) => {
      sizes.push(body.length);
      reply.writeHead(413).end();
    };
    await pushNow(app);
    expect(sizes).toHaveLength(2);
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
    expect(await listPushes(app, ana)).toEqual([]);
  });

  it('that rejects a push does not get it again, but gets the others', async () => {
    await followMember(app, ben, ana);
    await followMember(app, cleo, ana);
    phone.respond = (reply) => {
      phone.respond = null;
      reply.writeHead(400).end();
    };
    await pushNow(app);
    expect(titles()).toEqual(['Cleo Noor has Followed you']);
    expect(await listPushes(app, ana)).toEqual([]);
  });

  it('that redirects is not followed', async () => {
    const before = service.asked();
    await followMember(app, ben, ana);
    respondWith(307, { location: service.addDevice().subscription.endpoint });
    await pushNow(app);
    expect(service.asked() - before).toBe(1);
  });
});
