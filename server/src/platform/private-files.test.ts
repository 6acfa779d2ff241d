import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, databaseUrl } from '#testing/database/test-database.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { createServerProcess } from '#testing/processes/killable-server.ts';
import { buildMember } from '#testing/rows/members.ts';
import { parseConfig } from '../config/config.ts';
import { buildTestApp } from '../testing/test-app.ts';
import { protectFiles } from './private-files.ts';

const afterwards: (() => unknown)[] = [];
afterEach(async () => {
  for (const undo of afterwards.splice(0).toReversed()) await undo();
});

function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-modes-'));
  afterwards.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

/** Returns the modes of all folders and files below a folder. */
function listModes(folder: string): { folders: Set<string>; files: Set<string> } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const modes = (filter: (entry: (typeof entries)[number]) => boolean) =>
    new Set(entries.filter(filter).map((entry) => modeOf(path.join(entry.parentPath, entry.name))));
  return { folders: modes((entry) => entry.isDirectory()), files: modes((entry) => entry.isFile()) };
}

/** Creates leftovers of an earlier version: folders and files that everyone can read. */
function fillOpenly(dataDir: string): void {
  for (const folder of ['uploads/message', 'uploads/post', 'uploads/.parts', 'tmp', 'outbox']) {
    mkdirSync(path.join(dataDir, folder), { recursive: true });
    writeFileSync(path.join(dataDir, folder, 'left.jpg'), 'lamp');
    chmodSync(path.join(dataDir, folder), 0o755);
  }
}

async function startServer(): Promise<string> {
  const { connection, drop } = await createTestDatabase();
  afterwards.push(drop);
  const dataDir = makeFolder();
  fillOpenly(dataDir);
  const server = await createServerProcess({ DATABASE_URL: databaseUrl(connection), DATA_DIR: dataDir });
  afterwards.push(() => server.kill());
  await server.start();
  return dataDir;
}

async function upload(settings: Record<string, string>): Promise<string> {
  const app = await buildTestApp(settings);
  afterwards.push(() => app.close());
  const form = buildForm({ folder: 'post' }, [{ field: 'file', name: 'lamp.jpg', bytes: await buildJpeg(400, 300) }]);
  expect(await app.call(uploadPostFiles, { token: (await buildMember(app)).token, form })).toMatchObject({ ok: true });
  return app.dataDir;
}

describe('Files below DATA_DIR', () => {
  it('are closed to others when the server starts, including those that were open', async () => {
    const dataDir = await startServer();
    expect(['700', '711']).toContain(modeOf(dataDir));
    expect(listModes(dataDir)).toEqual({ folders: new Set(['700']), files: new Set(['600']) });
  });

  it('are readable for the group if a proxy serves the files', async () => {
    const dataDir = makeFolder();
    fillOpenly(dataDir);
    const umask = process.umask();
    afterwards.push(() => process.umask(umask));
    await protectFiles(parseConfig({ DATA_DIR: dataDir, FILES_BY_PROXY: '/stored-files' }, dataDir));
    expect(listModes(path.join(dataDir, 'uploads'))).toEqual({ folders: new Set(['750']), files: new Set(['640']) });
    expect(modeOf(path.join(dataDir, 'outbox'))).toBe('700');
  });

  it('are created private, whatever the umask', async () => {
    expect(listModes(await upload({}))).toEqual({ folders: new Set(['700']), files: new Set(['600']) });
  });

  it('are created readable for the group if a proxy serves the files', async () => {
    const uploads = path.join(await upload({ FILES_BY_PROXY: '/stored-files' }), 'uploads');
    expect(listModes(uploads)).toEqual({ folders: new Set(['750']), files: new Set(['640']) });
  });
});
