import { logout } from '@afterhours/contract/account/account';
import { deleteOtherSessions } from '@afterhours/contract/account/sessions';
import * as contract from '@afterhours/contract/notifications/push';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { databaseUrl } from '#testing/database/test-database.ts';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { type FakePushService, startFakePushService } from '#testing/servers/fake-push-service.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { parseConfig } from '../../../config/config.ts';
import { rotateSecrets } from '../../../operations/rotate-secrets.ts';

let app: TestApp;
let service: FakePushService;
let ana: TestMember;

beforeAll(async () => {
  service = await startFakePushService();
  app = await buildTestApp({ PUBLIC_URL: 'https://after.example' }, undefined, {
    hostOverrides: service.hostOverrides,
  });
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const subscribe = (body: unknown, token: string | null = ana.token) =>
  app.call(contract.createPushSubscription, { token, body });
const unsubscribe = (token = ana.token) => app.call(contract.deletePushSubscription, { token });
async function list(token = ana.token) {
  return (await succeed(app.call(contract.listPushDevices, { token }))).body;
}
const signInAgain = () => signIn(app, { email: ana.user.email, password: PASSWORD });
const rows = async (member = ana) =>
  app.services.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', member.id).execute();

describe('A device that gets notifications', () => {
  it('is listed to its member, with the installation’s one public key', async () => {
    const { publicKey, devices } = await list();
    expect(devices).toEqual([]);
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    const response = await subscribe(service.addDevice().subscription);
    expect(response).toMatchObject({ ok: true, message: 'This device now gets notifications.' });
    const other = await signInAgain();
    expect((await list(other.token)).devices).toMatchObject([{ userAgent: 'Vitest', current: false }]);
    expect((await list()).devices).toMatchObject([{ current: true }]);
    expect((await list()).publicKey).toBe(publicKey);
    expect((await list((await buildMember(app)).token)).devices).toEqual([]);
  });

  it('is stored sealed, without its address or keys in plain text', async () => {
    const { subscription } = service.addDevice();
    await subscribe(subscription);
    const [row] = await rows();
    expect(row?.target).toMatch(/^v1\./);
    const whole = await app.database.pool.query<{ all: string }>(
      'SELECT (SELECT string_agg(d::text, $1) FROM push_subscriptions d) || (SELECT k::text FROM push_keys k) AS all',
      [' '],
    );
    const text = whole.rows[0]?.all ?? '';
    for (const part of [subscription.endpoint, subscription.keys.auth, subscription.keys.p256dh])
      expect(text).not.toContain(part);
  });

  it('can be subscribed again, even concurrently, and stays one subscription', async () => {
    const { subscription } = service.addDevice();
    const responses = await Promise.all(Array.from({ length: 8 }, () => subscribe(subscription)));
    expect(responses.every(({ ok }) => ok)).toBe(true);
    const [row, ...more] = await rows();
    expect(more).toEqual([]);
    await subscribe(subscription);
    expect((await rows())[0]?.id).toBe(row?.id);
    await subscribe(service.addDevice().subscription);
    expect(await rows()).toHaveLength(1);
  });

  it('is unsubscribed for the previous member when another one subscribes in the same browser', async () => {
    const { subscription } = service.addDevice();
    await subscribe(subscription);
    const ben = await buildMember(app);
    await subscribe(subscription, ben.token);
    expect([await rows(), await rows(ben)].map((found) => found.length)).toEqual([0, 1]);
  });

  it('is one of at most ten', async () => {
    for (let device = 1; device <= contract.MAX_PUSH_DEVICES; device++) {
      const { token } = await signInAgain();
      expect((await subscribe(service.addDevice().subscription, token)).ok).toBe(true);
    }
    const eleventh = await subscribe(service.addDevice().subscription);
    expect(eleventh).toMatchObject({
      ok: false,
      status: 409,
      message: 'At most 10 devices get notifications. Remove one of them first.',
    });
    const [oldest] = (await list()).devices;
    await app.call(contract.deletePushDevice, { token: ana.token, params: { id: oldest?._id ?? '' } });
    expect((await subscribe(service.addDevice().subscription)).ok).toBe(true);
  });

  it('is unsubscribed when it is removed, and when its session ends', async () => {
    await subscribe(service.addDevice().subscription);
    expect((await unsubscribe()).ok).toBe(true);
    expect((await unsubscribe()).ok).toBe(true);
    expect(await rows()).toEqual([]);
    const [one, two] = [await signInAgain(), await signInAgain()];
    for (const { token } of [ana, one, two]) await subscribe(service.addDevice().subscription, token);
    await app.call(logout, { token: one.token });
    expect(await rows()).toHaveLength(2);
    await app.call(deleteOtherSessions, { token: ana.token });
    expect((await list()).devices).toMatchObject([{ current: true }]);
    await sql`DELETE FROM users WHERE id = ${ana.id}::uuid`.execute(app.services.db);
    expect(await rows()).toEqual([]);
  });

  it('can be removed only by its member', async () => {
    await subscribe(service.addDevice().subscription);
    const [device] = await rows();
    const ben = await buildMember(app);
    const call = (token: string | null) =>
      app.call(contract.deletePushDevice, { token, params: { id: device?.id ?? '' } });
    expect(await call(ben.token)).toMatchObject({ ok: false, status: 404 });
    expect(await call(null)).toMatchObject({ ok: false, status: 401 });
    expect(await call(ana.token)).toMatchObject({ ok: true, body: { devices: [] } });
    expect(await call(ana.token)).toMatchObject({ ok: false, status: 404 });
  });

  it.each([
    ['http', 'http://push.example/send/1'],
    ['an address of this machine', 'https://127.0.0.1/send'],
    ['an IPv6 address', 'https://[::1]/send'],
    ['a number', 'https://2130706433/send'],
    ['localhost', 'https://localhost/send'],
    ['a local name', 'https://printer.local/send'],
    ['the metadata service', 'https://metadata.google.internal/send'],
    ['this site', 'https://after.example/api/login'],
    ['another port', 'https://push.example:8443/send'],
    ['a password', 'https://me:secret@push.example/send'],
    ['no address', 'push'],
    ['a long one', `https://push.example/${'x'.repeat(2_000)}`],
  ])('cannot have an address with %s', async (_name, endpoint) => {
    const response = await subscribe({ ...service.addDevice().subscription, endpoint });
    expect(response).toMatchObject({ ok: false, status: 422 });
    expect(JSON.stringify(response)).toContain('This is not the address of a push service.');
    expect(await rows()).toEqual([]);
  });

  it('cannot have keys that are unusable for encryption', async () => {
    const { endpoint, keys } = service.addDevice().subscription;
    const notOnCurve = Buffer.alloc(65, 4).toString('base64url');
    for (const wrong of [{ ...keys, p256dh: notOnCurve }, { ...keys, auth: 'short' }, { p256dh: keys.p256dh }, 'x'])
      expect(await subscribe({ endpoint, keys: wrong })).toMatchObject({ ok: false, status: 422 });
    expect(await subscribe({ endpoint, keys }, null)).toMatchObject({ ok: false, status: 401 });
    expect(await rows()).toEqual([]);
  });
});

describe('The test notification', () => {
  const test = (token = ana.token) => app.call(contract.sendTestPush, { token });

  it('arrives on this device at once, and on no other', async () => {
    const [here, other] = [service.addDevice(), service.addDevice()];
    await subscribe(here.subscription);
    await subscribe(other.subscription, (await signInAgain()).token);
    expect(await test()).toMatchObject({ ok: true });
    expect(here.arrived).toMatchObject([
      { title: 'Notifications from Afterhours will appear here', tag: 'test', badge: 0 },
    ]);
    expect(other.arrived).toEqual([]);
  });

  it('can be sent some times an hour', async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
    try {
      const { token } = await buildMember(limited);
      const send = async () => (await limited.call(contract.sendTestPush, { token })).status;
      for (let each = 0; each < contract.PUSH_TESTS_AN_HOUR; each++) expect(await send()).toBe(409);
      expect(await send()).toBe(429);
    } finally {
      await limited.close();
    }
  });

  it('reports why it does not arrive', async () => {
    expect(await test()).toMatchObject({ ok: false, status: 409, message: contract.pushMessages.notHere.message });
    const device = service.addDevice();
    await subscribe(device.subscription);
    device.respond = (reply) => reply.writeHead(500).end();
    expect(await test()).toMatchObject({ ok: false, status: 503 });
    device.respond = (reply) => reply.writeHead(410).end();
    expect(await test()).toMatchObject({ ok: false, status: 409, message: contract.pushMessages.gone.message });
    expect(await rows()).toEqual([]);
  });
});

describe('The keys of the installation', () => {
  const pair = async () => (await app.services.db.selectFrom('push_keys').selectAll().execute())[0];

  it('are sealed again when the key of the secrets changes, and devices still get notifications', async () => {
    const { publicKey } = await list();
    const device = service.addDevice();
    await subscribe(device.subscription);
    const before = await pair();
    const config = parseConfig({ DATABASE_URL: databaseUrl(app.connection), DATA_DIR: app.dataDir }, app.dataDir);
    expect((await rotateSecrets(config, { lostKey: false })).lost).toEqual([]);
    expect((await list()).publicKey).toBe(publicKey);
    const after = await pair();
    expect(after?.public_key).toBe(before?.public_key);
    expect(after?.private_key).not.toBe(before?.private_key);
    expect((await app.call(contract.sendTestPush, { token: ana.token })).ok).toBe(true);
    expect(device.arrived).toHaveLength(1);
  });

  it('are replaced, and all devices are removed, when the key of the secrets is lost', async () => {
    await list();
    await subscribe(service.addDevice().subscription);
    const config = parseConfig(
      { DATABASE_URL: databaseUrl(app.connection), DATA_DIR: app.dataDir, SECRETS_KEY: 'cd'.repeat(32) },
      app.dataDir,
    );
    const { lost } = await rotateSecrets(config, { lostKey: true });
    expect(lost.map(({ what }) => what)).toContain('the keys for notifications on devices');
    expect([await rows(), await pair()]).toEqual([[], undefined]);
  });
});
