/** Uploads leave nothing behind if their senders hang up, whenever that happens. */
import { readdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listen } from '#testing/calls/sockets.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let member: TestMember;
let port: number;
let jpeg: Buffer;

beforeAll(async () => {
  app = await buildTestApp();
  member = await buildMember(app);
  port = Number(new URL(await listen(app)).port);
  jpeg = await buildJpeg(600, 400);
});
afterAll(() => app.close());

const received = (): string[] => {
  try {
    return readdirSync(path.join(app.dataDir, 'tmp'));
  } catch {
    return [];
  }
};

async function toRequest(fields: Record<string, string>, files: number): Promise<{ head: Buffer; body: Buffer }> {
  const bytes = Buffer.concat([jpeg, Buffer.alloc(200_000)]);
  const list = Array.from({ length: files }, () => ({ field: 'file', name: 'lamp.jpg', bytes }));
  const encoded = new Response(buildForm(fields, list));
  const body = Buffer.from(await encoded.arrayBuffer());
  const head = [
    'POST /api/post/uploadFile HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${member.token}`,
    `Content-Type: ${encoded.headers.get('content-type')}`,
    `Content-Length: ${body.length}`,
    '\r\n',
  ];
  return { head: Buffer.from(head.join('\r\n')), body };
}

/** Sends `bytes`, and hangs up as soon as the system has buffered them, or some turns of the event loop later. */
async function hangUpAfter(bytes: Buffer, turns: number): Promise<void> {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  await closed;
}

/** When to hang up: after these shares of the body, and this many turns of the event loop later. */
const shares = [0, 0.0005, 0.2, 0.5, 0.999, 1];
const turns = [0, 1, 3, 10, 50, 200, 1_000];

describe('An upload whose sender hangs up', () => {
  it.each([
    ['of one picture', { folder: 'post' }, 1],
    ['of several pictures', { folder: 'post' }, 3],
    ['with an invalid field', { folder: 'elsewhere' }, 2],
    ['with too many pictures', { folder: 'post' }, 12],
  ] as const)(
    '%s leaves no file behind',
    async (_name, fields, files) => {
      const { head, body } = await toRequest(fields, files);
      for (const share of shares)
        await Promise.all(
          turns.map((turn) =>
            hangUpAfter(Buffer.concat([head, body.subarray(0, Math.floor(share * body.length))]), turn),
          ),
        );
      // Pictures are opened one after the other: when this one is done, all earlier ones are.
      const form = buildForm({ folder: 'post' }, [{ field: 'file', name: 'lamp.jpg', bytes: jpeg }]);
      await vi.waitFor(
        async () => expect(await app.call(uploadPostFiles, { token: member.token, form })).toMatchObject({ ok: true }),
        { timeout: 30_000 },
      );
      await vi.waitFor(() => expect(received()).toEqual([]), { timeout: 30_000 });
    },
    90_000,
  );
});
