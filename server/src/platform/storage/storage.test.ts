import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ObjectStore, startObjectStore } from '#testing/servers/object-store.ts';
import { createLocalStorage } from './local-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { type Storage, StorageError } from './storage.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-storage-'));
const source = path.join(folder, 'source');
const bytes = randomBytes(300_000);
let server: ObjectStore;
let endpoint = '';

beforeAll(async () => {
  writeFileSync(source, bytes);
  server = await startObjectStore(path.join(folder, 's3'));
  endpoint = server.endpoint;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const openBucket = (bucket: string): Storage =>
  createS3Storage({ endpoint, bucket, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' });

const adapters: [string, () => Storage][] = [
  ['a local folder', () => createLocalStorage(path.join(folder, 'local'))],
  ['an S3-compatible store', () => openBucket('media')],
];

describe.each(adapters)('%s', (_name, create) => {
  const file = { path: source, bytes: bytes.length, contentType: 'image/jpeg' };

  it('returns what was stored, in full and in part', async () => {
    const storage = create();
    await storage.put('post/a-1.jpg', file);
    expect(await storage.size('post/a-1.jpg')).toBe(bytes.length);
    const whole = await storage.read('post/a-1.jpg');
    expect(whole && (await buffer(whole.stream)).equals(bytes)).toBe(true);
    const part = await storage.read('post/a-1.jpg', { start: 100, end: 199 });
    expect(part && (await buffer(part.stream)).equals(bytes.subarray(100, 200))).toBe(true);
  });

  it('replaces an object under the same key', async () => {
    const storage = create();
    await storage.put('post/b.jpg', file);
    await storage.put('post/b.jpg', file);
    expect(await storage.size('post/b.jpg')).toBe(bytes.length);
  });

  it('reports a missing object, and removes objects, even twice', async () => {
    const storage = create();
    expect(await storage.size('post/none.jpg')).toBeNull();
    expect(await storage.read('post/none.jpg')).toBeNull();
    await storage.put('post/c.jpg', file);
    await storage.remove(['post/c.jpg', 'post/none.jpg']);
    await storage.remove(['post/c.jpg']);
    expect(await storage.size('post/c.jpg')).toBeNull();
  });
});

describe.each(adapters)('%s', (_name, create) => {
  it('lists all objects', async () => {
    const storage = create();
    const file = { path: source, bytes: bytes.length, contentType: 'image/jpeg' };
    await storage.put('post/listed.jpg', file);
    await storage.put('users/listed.jpg', file);
    const listed = await Array.fromAsync(storage.list());
    const found = listed.filter(({ key }) => key.endsWith('/listed.jpg'));
    expect(new Map(found.map(({ key, bytes: size }) => [key, size]))).toEqual(
      new Map([
        ['post/listed.jpg', bytes.length],
        ['users/listed.jpg', bytes.length],
      ]),
    );
    for (const { changedAt } of found) expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000);
  });
});

it('A bucket that does not exist is an error, not an empty store', async () => {
  await expect(Array.fromAsync(openBucket('absent').list())).rejects.toThrow(StorageError);
});

describe('A local folder as storage', () => {
  it('deletes temporary files older than an hour, but not those being written', () => {
    const root = path.join(folder, 'aside');
    mkdirSync(path.join(root, '.parts'), { recursive: true });
    for (const name of ['left', 'written']) writeFileSync(path.join(root, '.parts', name), 'x');
    const before = new Date(Date.now() - 2 * HOUR_MS);
    utimesSync(path.join(root, '.parts/left'), before, before);
    createLocalStorage(root);
    expect(readdirSync(path.join(root, '.parts'))).toEqual(['written']);
  });

  it('keeps no partial files, and accepts no key that leads elsewhere', async () => {
    const root = path.join(folder, 'half');
    const storage = createLocalStorage(root);
    await expect(
      storage.put('post/d.jpg', { path: '/nonexistent', bytes: 1, contentType: 'image/jpeg' }),
    ).rejects.toThrow();
    expect(readdirSync(path.join(root, 'post'))).toEqual([]);
    expect(await storage.size('../source')).toBeNull();
    await expect(storage.put('post/../../x', { path: source, bytes: 1, contentType: 'image/jpeg' })).rejects.toThrow(
      /key/,
    );
  });
});
