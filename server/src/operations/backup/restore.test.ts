/** Archives that must not be restored, and restores that fail or are killed. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPostWords } from '#features/search/dictionary-queries.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { createTestDatabase, databaseUrl } from '#testing/database/test-database.ts';
import { makeDataDir } from '#testing/files/data-dir.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { readAll } from '#testing/processes/installations.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { parseConfig } from '../../config/config.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const folder = makeDataDir('restore');
const whole = path.join(folder, 'resting.tar');
const run = promisify(execFile);
let app: TestApp;

const configOf = (settings: Record<string, string>) => parseConfig(settings, folder);
const sourceConfig = () => configOf({ DATABASE_URL: databaseUrl(app.connection), DATA_DIR: app.dataDir });

beforeAll(async () => {
  app = await buildTestApp();
  const ana = await buildMember(app);
  await buildPost(app, ana);
  const bytes = await buildJpeg(700, 500);
  await app.call(uploadPostFiles, {
    token: ana.token,
    form: buildForm({ folder: 'post' }, [{ field: 'file', name: 'photo.jpg', bytes }]),
  });
  // A job does this every five minutes, which may be between the backup and the comparison with the source.
  await insertPostWords(app.services.db);
  await backup(sourceConfig(), { file: whole, withFiles: true });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('An unusable archive', () => {
  const dataDir = path.join(folder, 'refused');
  const config = () => configOf({ DATA_DIR: dataDir });
  const damage = (name: string, change: (file: string) => void): string => {
    const file = path.join(folder, name);
    copyFileSync(whole, file);
    change(file);
    return file;
  };

  it.each([
    [
      'cut in half',
      (file: string) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
      /damaged or incomplete/,
    ],
    [
      'without its end',
      (file: string) => truncateSync(file, readFileSync(file).length - 2_560),
      /damaged or incomplete/,
    ],
    [
      'with one changed byte',
      (file: string) => {
        const bytes = readFileSync(file);
        const offset = bytes.indexOf('files/post/') + 700;
        bytes[offset] = (bytes[offset] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
      /checksum is wrong/,
    ],
    ['that is another file', (file: string) => writeFileSync(file, 'hello'), /not an Afterhours backup/],
    [
      'that cannot be read',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
      /Cannot read .* \(EISDIR\)/,
    ],
    ['that is empty', (file: string) => truncateSync(file, 0), /not an Afterhours backup/],
  ])('%s is rejected before anything is touched', async (name, change, message) => {
    const file = damage(`${name}.tar`, change);
    await expect(restore(config(), { file, withFiles: true })).rejects.toThrow(message);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('of a newer version, or that does not exist, is rejected', async () => {
    const client = new pg.Client(app.connection);
    await client.connect();
    await client.query("INSERT INTO kysely_migration VALUES ('9999-later', now()::text)");
    const file = path.join(folder, 'newer.tar');
    await backup(sourceConfig(), { file, withFiles: false }).finally(async () => {
      await client.query("DELETE FROM kysely_migration WHERE name = '9999-later'");
      await client.end();
    });
    await expect(restore(config(), { file, withFiles: true })).rejects.toThrow(/newer version/);
    await expect(restore(config(), { file: '/nowhere.tar', withFiles: true })).rejects.toThrow(/does not exist/);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('A restore', () => {
  it('is refused while another one fills the same folder, and leaves that one alone', async () => {
    const dataDir = path.join(folder, 'shared');
    const other = await startEmbeddedPostgres({ dataDir: path.join(dataDir, '.restoring'), fsync: false });
    const refused = restore(configOf({ DATA_DIR: dataDir }), { file: whole, withFiles: true });
    await expect(refused).rejects.toThrow(/A restore into .* is running/);
    expect(existsSync(path.join(dataDir, '.restoring/postgres/cluster/PG_VERSION'))).toBe(true);
    await other.stop();
  });

  it('says which rights it lacks in the database, and what to do if there is none', async () => {
    const target = await createTestDatabase({ migrated: false });
    const client = new pg.Client(target.connection);
    await client.connect();
    await client.query('CREATE ROLE restores_nothing LOGIN; GRANT USAGE ON SCHEMA public TO restores_nothing');
    const attempt = (url: string) =>
      restore(configOf({ DATABASE_URL: url, DATA_DIR: path.join(folder, 'no-rights') }), {
        file: whole,
        withFiles: true,
      });
    await expect(attempt(databaseUrl({ ...target.connection, user: 'restores_nothing' }))).rejects.toThrow(
      /^The role restores_nothing may not create .*GRANT CREATE ON SCHEMA public/,
    );
    await client.query('DROP OWNED BY restores_nothing; DROP ROLE restores_nothing');
    await client.end();
    await target.drop();
    await expect(attempt('postgres://127.0.0.1:1/none')).rejects.toThrow(/cannot be reached: .*Check DATABASE_URL/);
  });
});

describe('A restore that fails', () => {
  it('leaves the database and the folder as empty as they were', async () => {
    const target = await createTestDatabase({ migrated: false });
    const dataDir = path.join(folder, 'failing');
    // Fails near the end: after the rows, while the indexes are created.
    mkdirSync(path.join(dataDir, 'uploads'), { recursive: true });
    const client = new pg.Client(target.connection);
    await client.connect();
    await client.query(`
      CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
      DECLARE filled boolean := false;
      BEGIN
        IF to_regclass('public.posts') IS NOT NULL THEN EXECUTE 'SELECT EXISTS (SELECT FROM posts)' INTO filled; END IF;
        IF filled THEN RAISE 'refused'; END IF;
      END $$`);
    await client.query(
      "CREATE EVENT TRIGGER refuse ON ddl_command_end WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION refuse()",
    );
    const config = configOf({ DATABASE_URL: databaseUrl(target.connection), DATA_DIR: dataDir });
    await expect(restore(config, { file: whole, withFiles: true })).rejects.toThrow(/refused/);
    const { rows } = await client.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace");
    expect(rows).toEqual([]);
    expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([]);
    expect(readdirSync(dataDir)).toEqual(['uploads']);
    await client.query('DROP EVENT TRIGGER refuse; DROP FUNCTION refuse');
    await client.end();
    await restore(config, { file: whole, withFiles: true });
    expect(await readAll(target.connection)).toEqual(await readAll(app.connection));
    await target.drop();
  });

  it('because it was killed is cleaned up by the next restore; until then, no server starts there', async () => {
    const dataDir = path.join(folder, 'killed');
    // A folder that has only the key of the secrets counts as empty, and keeps the key.
    mkdirSync(dataDir);
    writeFileSync(path.join(dataDir, 'secrets.key'), 'key');
    const root = path.resolve(import.meta.dirname, '../../../..');
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0', METRICS_PORT: '0' };
    const child = execFile(process.execPath, [path.join(root, 'scripts/commands/restore.ts'), whole], { env });
    while (!existsSync(path.join(dataDir, '.restoring/postgres/cluster'))) {
      if (child.exitCode !== null) throw new Error('the restore was over before it could be killed');
      await setTimeout(2);
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect(
      run(process.execPath, [path.join(root, 'scripts/commands/start.ts'), '--empty'], { env }),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/A restore into .* was interrupted/) as string,
    });
    await run(process.execPath, [path.join(root, 'scripts/commands/restore.ts'), whole], { env });
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'secrets.key', 'uploads']);
    expect(readFileSync(path.join(dataDir, 'secrets.key'), 'utf8')).toBe('key');
  });
});
