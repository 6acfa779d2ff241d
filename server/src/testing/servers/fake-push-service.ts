/**
 * A push service on this machine. It speaks HTTP without TLS and is reached through `hostOverrides`. The encryption of
 * push messages is real, and they are decrypted here with the devices' keys.
 */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type PushPayload, pushPayload } from '@afterhours/contract/notifications/push';

export const PUSH_HOST = 'push.example';

export type PushDevice = {
  /** The subscription that a browser would send. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The messages that have arrived, decrypted. */
  arrived: PushPayload[];
  headers: IncomingHttpHeaders[];
  /** If set, handles requests instead of accepting them. */
  respond: ((reply: ServerResponse, body: Buffer) => void) | null;
};

export type FakePushService = {
  hostOverrides: Record<string, string>;
  /** Returns the number of requests received, whatever their result. */
  asked(): number;
  addDevice(): PushDevice;
  close(): Promise<void>;
};

const SALT_BYTES = 16;
const AUTH_BYTES = 16;

/** Decrypts a message of one aes128gcm record (RFC 8188) with a device's keys (RFC 8291). */
function open(body: Buffer, device: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, SALT_BYTES);
  const idLength = body.readUInt8(SALT_BYTES + 4);
  const start = SALT_BYTES + 5;
  const sender = body.subarray(start, start + idLength);
  const sealed = body.subarray(start + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', device.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // A record ends with a delimiter and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

type KnownDevice = { device: PushDevice; keys: ECDH; auth: Buffer };

function makeDevice(): [path: string, known: KnownDevice] {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(AUTH_BYTES);
  const path = `/send/${randomUUID()}`;
  const subscription = {
    endpoint: `https://${PUSH_HOST}${path}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  return [path, { device: { subscription, arrived: [], headers: [], respond: null }, keys, auth }];
}

/** Starts a service that knows the devices added to it. */
export async function startFakePushService(): Promise<FakePushService> {
  const devices = new Map<string, KnownDevice>();
  const sockets = new Set<Socket>();
  let requestCount = 0;
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requestCount++;
      const found = devices.get(request.url ?? '');
      const body = Buffer.concat(parts);
      if (!found) return reply.writeHead(404).end();
      const { device, keys, auth } = found;
      device.headers.push(request.headers);
      if (device.respond) return device.respond(reply, body);
      device.arrived.push(pushPayload.parse(JSON.parse(open(body, keys, auth))));
      return reply.writeHead(201).end();
    });
  });
  // Otherwise a connection may be closed just when it is used again, which a slow machine makes likely.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    hostOverrides: { [PUSH_HOST]: `http://127.0.0.1:${port}` },
    asked: () => requestCount,
    addDevice() {
      const [path, known] = makeDevice();
      devices.set(path, known);
      return known.device;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
