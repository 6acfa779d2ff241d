/** Restoring into a database on which a server was started once: rows that a start writes do not prevent it. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type DatabaseConnection, databaseUrl } from '#testing/database/test-database.ts';
import { readAll } from '#testing/processes/installations.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { parseConfig } from '../../config/config.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-prepared-'));
const file = path.join(folder, 'site.tar');
let app: TestApp;
let count = 0;

const configOf = (connection: DatabaseConnection) =>
  parseConfig({ DATABASE_URL: databaseUrl(connection), DATA_DIR: path.join(folder, `data-${count++}`) }, folder);

async function execute(connection: DatabaseConnection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

beforeAll(async () => {
  app = await buildTestApp();
  await buildPost(app, await buildMember(app));
  await backup(configOf(app.connection), { file, withFiles: true });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('A database prepared by a server start', () => {
  it('is filled if nobody has used it', async () => {
    const target = await createTestDatabase();
    await restore(configOf(target.connection), { file, withFiles: true });
    expect(await readAll(target.connection)).toEqual(await readAll(app.connection));
    await target.drop();
  });

  it('is rejected while a server runs on it', async () => {
    const target = await createTestDatabase();
    await execute(target.connection, "INSERT INTO presence_nodes (id) VALUES ('01a1fe0b-1345-70de-9139-23416f5fc456')");
    const refused = restore(configOf(target.connection), { file, withFiles: true });
    await expect(refused).rejects.toThrow(/A server is running on this database/);
    await target.drop();
  });

  it.each([
    ['a hashtag', "INSERT INTO hashtags (id, slug, title) VALUES (gen_random_uuid(), 'a', 'a')"],
    ['a foreign table', 'CREATE SCHEMA other; CREATE TABLE other.things (id integer)'],
  ])('is rejected, and stays unchanged, once it contains %s', async (_name, statement) => {
    const target = await createTestDatabase();
    await execute(target.connection, statement);
    const before = await readAll(target.connection);
    await expect(restore(configOf(target.connection), { file, withFiles: true })).rejects.toThrow(/is not empty/);
    expect(await readAll(target.connection)).toEqual(before);
    await target.drop();
  });
});
