import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildForm } from '#testing/files/images.ts';
import type { AppError } from '../errors/errors.ts';
import { type MultipartBody, readMultipart } from './multipart.ts';
import { createReceivedBytes } from './received-bytes.ts';

const KILOBYTE = 1_024;
const http = fastify();
const rules = [{ fields: ['file'], maxFiles: 2, maxBytes: 100 * KILOBYTE, kind: 'image' as const }];
let folder: string;
let held: MultipartBody[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'received-'));
});
afterEach(async () => {
  await http.close();
  await rm(folder, { recursive: true });
});

it('Uploads are refused while others by the same member have too many bytes, and leave nothing behind', async () => {
  const countReceived = createReceivedBytes(150 * KILOBYTE);
  await http.register(multipart);
  http.post('/:sender', async (request, reply) => {
    const { sender } = request.params as { sender: string };
    const reading = readMultipart(request, rules, { folder, received: countReceived(sender) });
    const status = await reading.then(
      (body) => (held.push(body), 200),
      (error: AppError) => error.status,
    );
    return reply.code(status).send();
  });
  const upload = async (sender: string) => {
    const encoded = new Response(buildForm({}, [{ field: 'file', name: 'a', bytes: Buffer.alloc(100 * KILOBYTE) }]));
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await encoded.arrayBuffer());
    return (await http.inject({ method: 'POST', url: `/${sender}`, headers, payload })).statusCode;
  };
  expect([await upload('ana'), await upload('ana'), await upload('ben')]).toEqual([200, 429, 200]);
  expect(readdirSync(folder)).toHaveLength(2);
  for (const body of held) await body.discard();
  held = [];
  expect(readdirSync(folder)).toEqual([]);
  expect([await upload('ana'), await upload('ana')]).toEqual([200, 429]);
});
