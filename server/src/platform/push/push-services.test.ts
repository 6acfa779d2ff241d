import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import type { LookupFunction } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type FakePushService, PUSH_HOST, startFakePushService } from '#testing/servers/fake-push-service.ts';
import { startWebSite, type WebSite } from '#testing/servers/web-site.ts';
import { areDeviceKeys, createPushServices, makeVapidKeys, type PushOrder } from './push-services.ts';
import { sendPush } from './push-worker.ts';

let service: FakePushService;
let canary: WebSite;

beforeAll(async () => {
  service = await startFakePushService();
  canary = await startWebSite();
});
afterAll(async () => {
  await service.close();
  await canary.close();
});

const payload = JSON.stringify({ title: 'Ben', body: '', url: '/', tag: 'tag', badge: 1 });
const order = (target: PushOrder['target']): PushOrder => ({
  target,
  payload,
  topic: 'tag',
  urgency: 'normal',
  ttl: 60,
  vapid: { subject: 'https://after.example', ...makeVapidKeys() },
});

describe('Sending to a push service', () => {
  it('encrypts for the device, and always signs with keys of the right lengths', async () => {
    const services = createPushServices({ ownHosts: [], hostOverrides: service.hostOverrides });
    const device = service.addDevice();
    expect(await services.send(order(device.subscription))).toEqual({ kind: 'taken' });
    expect(device.arrived).toEqual([JSON.parse(payload)]);
    expect(device.headers[0]).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '60', topic: 'tag' });
    for (let made = 0; made < 300; made++)
      expect(Object.values(makeVapidKeys()).map((key) => key.length)).toEqual([87, 43]);
    expect(areDeviceKeys(device.subscription.keys)).toBe(true);
    await services.stop();
  });

  it('gives up on a service that never responds, or that is unreachable', async () => {
    const services = createPushServices({ ownHosts: [], hostOverrides: service.hostOverrides }, 300);
    const device = service.addDevice();
    device.respond = () => undefined;
    expect(await services.send(order(device.subscription))).toEqual({ kind: 'later', seconds: null });
    await services.stop();
    const away = createPushServices({ ownHosts: [], hostOverrides: { [PUSH_HOST]: 'http://127.0.0.1:9' } }, 2_000);
    expect(await away.send(order(device.subscription))).toEqual({ kind: 'later', seconds: null });
    await away.stop();
  });
});

const realLookup = dns.lookup;
afterEach(() => {
  Object.assign(dns, { lookup: realLookup });
  syncBuiltinESMExports();
});

describe('An address of this machine', () => {
  it.each(['127.0.0.1', '10.0.0.7', '::1', '169.254.169.254'])(
    'is not contacted if the name of a push service resolves to it: %s',
    async (address) => {
      let looked = 0;
      const lookup: LookupFunction = (_name, options, done) => {
        looked++;
        const family = address.includes(':') ? 6 : 4;
        if (options.all) done(null, [{ address, family }]);
        else done(null, address, family);
      };
      Object.assign(dns, { lookup });
      syncBuiltinESMExports();
      const target = { ...service.addDevice().subscription, endpoint: 'https://rebound.example.com/send' };
      const sent = await sendPush({ ...order(target), ownHosts: [], hostOverrides: {}, limitMs: 2_000 });
      expect(sent).toEqual({ kind: 'later', seconds: null });
      expect(looked).toBeGreaterThan(0);
      expect(canary.asked).toEqual([]);
    },
  );

  it("is not contacted if it is a device's endpoint", async () => {
    const target = { ...service.addDevice().subscription, endpoint: `https://127.0.0.1:${canary.port}/` };
    const sent = await sendPush({ ...order(target), ownHosts: [], hostOverrides: {}, limitMs: 2_000 });
    expect(sent).toEqual({ kind: 'gone' });
    expect(canary.asked).toEqual([]);
  });
});
