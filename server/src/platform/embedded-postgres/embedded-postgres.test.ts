import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { startDatabaseProcess } from '#testing/database/embedded-postgres-process.ts';
import { protectFiles } from '../private-files.ts';
import { canReach } from './database-user.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isRunning } from './postmaster.ts';
import { toSharedBuffers } from './settings.ts';

const NOBODY = 65_534;
const started: EmbeddedPostgres[] = [];
const folders: string[] = [];

// Folders that only root may enter would move root's database elsewhere; one test below does that on purpose.
process.umask(0o022);

afterEach(async () => {
  await Promise.all(started.splice(0).map((database) => database.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function buildFolder(name = 'data', uid?: number): string {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'afterhours-pg-'));
  chmodSync(parent, 0o755);
  folders.push(parent);
  const folder = path.join(parent, name);
  if (uid !== undefined) {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, uid, uid);
  }
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir });
  started.push(database);
  return database;
}

async function query<T extends pg.QueryResultRow>(database: EmbeddedPostgres, sql: string): Promise<T[]> {
  const { host, port, user } = database;
  const client = new pg.Client({ host, port, user, database: database.database, ssl: false });
  await client.connect();
  const { rows } = await client.query<T>(sql);
  await client.end();
  return rows;
}

function readPid(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10);
}

test('a new folder gets a durable database that is found again after a restart', async () => {
  const folder = buildFolder();
  const first = await start(folder);
  expect(first.fresh).toBe(true);
  expect(await query(first, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  await query(first, 'create table kept as select 7 as n');
  const pid = readPid(folder);
  await Promise.all([first.stop(), first.stop()]);
  expect(isRunning(pid)).toBe(false);
  const second = await start(folder);
  expect(second.fresh).toBe(false);
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('two data folders have separate databases side by side', async () => {
  const one = await start(buildFolder());
  const two = await start(buildFolder());
  await query(one, 'create table only_here (n int)');
  expect(await query(two, `select to_regclass('only_here') as found`)).toEqual([{ found: null }]);
});

test('a second process on a data folder is rejected with a message that names the first', async () => {
  const folder = buildFolder();
  await start(folder);
  const second = startDatabaseProcess(folder);
  await expect(second.next('ready')).rejects.toThrow(`is already running on ${folder} (process ${process.pid})`);
});

test('a lock is taken over if its process is gone or its process id has been reused', async () => {
  const folder = buildFolder();
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'postgres.lock'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }));
  const database = await start(folder);
  await database.stop();
  expect(existsSync(path.join(folder, 'postgres.lock'))).toBe(false);
});

test('a path with spaces, quotes and commas that is too long for a socket works', async () => {
  const folder = buildFolder(path.join('it is "mine", yes', 'long-'.repeat(20)));
  const database = await start(folder);
  expect(Buffer.byteLength(`${database.host}/.s.PGSQL.5432`)).toBeLessThan(104);
  expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(await query(await start(buildFolder('a, "b" c')), 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('a pid file that now names another process is removed, and that process is left alone', async () => {
  const folder = buildFolder();
  const first = await start(folder);
  const file = path.join(folder, 'postgres/cluster/postmaster.pid');
  const text = readFileSync(file, 'utf8');
  await first.stop();
  writeFileSync(file, text.replace(/^\d+/, String(process.pid)));
  const second = await start(folder);
  expect(await query(second, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('data in a folder that only its owner may enter is found, even after the folder has moved', async () => {
  const folder = buildFolder();
  const parent = path.dirname(folder);
  chmodSync(parent, 0o700);
  const first = await start(folder);
  await query(first, 'create table kept as select 7 as n');
  const real = realpathSync(path.join(folder, 'postgres'));
  await first.stop();
  const moved = `${parent}-moved`;
  renameSync(parent, moved);
  folders.push(moved);
  // Root's database is then outside, in its own folder.
  if (!real.startsWith(parent)) folders.push(path.dirname(real));
  expect(await query(await start(path.join(moved, 'data')), 'select n from kept')).toEqual([{ n: 7 }]);
});

test('data in a folder that others may pass through only after the first start is found', async () => {
  const folder = buildFolder();
  mkdirSync(folder, { mode: 0o700 });
  const first = await start(folder);
  await query(first, 'create table kept as select 7 as n');
  await first.stop();
  const real = realpathSync(path.join(folder, 'postgres'));
  // Root's database is then outside, in its own folder.
  if (!real.startsWith(folder)) folders.push(path.dirname(real));
  const mask = process.umask();
  await protectFiles({ dataDir: folder, filesByProxy: null });
  process.umask(mask);
  const second = await start(folder);
  expect(second.fresh).toBe(false);
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }]);
});

test("a data folder's path that is a file is named in the message", async () => {
  const folder = buildFolder();
  writeFileSync(folder, '');
  await expect(start(folder)).rejects.toThrow(`${folder} is not a folder`);
});

test('a database server that is killed restarts by itself', async () => {
  const folder = buildFolder();
  const database = await start(folder);
  await query(database, 'create table kept as select 7 as n');
  const pid = readPid(folder);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => query(database, 'select n from kept').catch(String), { timeout: 12_000 }).toEqual([{ n: 7 }]);
  expect(readPid(folder)).not.toBe(pid);
});

/** Root also runs the tests as an ordinary user, if that user can reach the sources. */
const isRoot = process.getuid?.() === 0;
const nobody = { uid: NOBODY, gid: NOBODY, name: 'nobody' };
const users =
  isRoot && canReach(import.meta.dirname, nobody) && canReach(process.execPath, nobody)
    ? [
        { as: 'root', uid: undefined },
        { as: 'an ordinary user', uid: NOBODY },
      ]
    : [{ as: isRoot ? 'root' : 'an ordinary user', uid: undefined }];

describe.each(users)('run as $as', ({ uid }) => {
  test('after a kill, the next start takes over the running server with every acknowledged row', async () => {
    const folder = buildFolder('data', uid);
    const first = startDatabaseProcess(folder, uid);
    await first.next('ready');
    const pid = readPid(folder);
    await first.next('row');
    const row = Number(await first.next('row'));
    await first.kill('SIGKILL');
    const second = startDatabaseProcess(folder, uid);
    expect(JSON.parse(await second.next('ready'))).toMatchObject({ fresh: false });
    expect(readPid(folder)).toBe(pid);
    expect(Number(await second.next('row'))).toBeGreaterThan(row);
    await second.kill('SIGTERM');
    expect(isRunning(pid)).toBe(false);
  });

  test('after a kill together with its server, the next start recovers every acknowledged row', async () => {
    const folder = buildFolder('data', uid);
    const first = startDatabaseProcess(folder, uid);
    await first.next('ready');
    for (let count = 0; count < 20; count += 1) await first.next('row');
    const row = Number(await first.next('row'));
    first.child.kill('SIGKILL');
    process.kill(readPid(folder), 'SIGKILL');
    const second = startDatabaseProcess(folder, uid);
    await second.next('ready');
    expect(Number(await second.next('row'))).toBeGreaterThan(row);
    await second.kill('SIGTERM');
  });
});

test('a folder that is not writable is named, with advice', async () => {
  const folder = buildFolder('data');
  mkdirSync(folder, { mode: 0o555 });
  // Root may write anywhere except in the kernel's own file system.
  const forbidden = path.join(isRoot ? '/sys/kernel' : folder, 'afterhours');
  await expect(start(forbidden)).rejects.toThrow(`Cannot write to ${forbidden}. Make it writable`);
});

test('a folder that the system cannot create is named, without endless retries', async () => {
  await expect(start('/proc/afterhours/data')).rejects.toThrow('The folder /proc/afterhours cannot be created.');
});

test("shared buffers grow with the machine's memory", () => {
  const GIGABYTE = 2 ** 30;
  expect(toSharedBuffers(GIGABYTE, undefined)).toBe('64MB');
  expect(toSharedBuffers(8 * GIGABYTE, undefined)).toBe('512MB');
  expect(toSharedBuffers(64 * GIGABYTE, undefined)).toBe('1024MB');
  // A container with two gigabytes on that machine, and one without a limit, which the system reports as a very large
  // number.
  expect(toSharedBuffers(64 * GIGABYTE, 2 * GIGABYTE)).toBe('128MB');
  expect(toSharedBuffers(8 * GIGABYTE, 2 ** 64)).toBe('512MB');
});
