/** Backups of an installation during writes, and the copies restored from them. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { likePost } from '@afterhours/contract/posts/likes';
import { createPost } from '@afterhours/contract/posts/posts';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#db/connection/pool.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { createTestDatabase, databaseUrl } from '#testing/database/test-database.ts';
import { makeDataDir } from '#testing/files/data-dir.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { listFiles, readAll } from '#testing/processes/installations.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { parseConfig } from '../../config/config.ts';
import { migrateWithin, migrationNames } from '../../db/migrate.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const folder = makeDataDir('backup');
let app: TestApp;
let ana: TestMember;
let picture: Buffer;

const configOf = (settings: Record<string, string>) => parseConfig(settings, folder);
const sourceConfig = () => configOf({ DATABASE_URL: databaseUrl(app.connection), DATA_DIR: app.dataDir });

async function publishWithPicture(): Promise<void> {
  const uploaded = await succeed(
    app.call(uploadPostFiles, {
      token: ana.token,
      form: buildForm({ folder: 'post' }, [{ field: 'file', name: 'photo.jpg', bytes: picture }]),
    }),
  );
  const filenames = uploaded.body.filenames;
  await succeed(
    app.call(createPost, {
      token: ana.token,
      body: { postType: 'general', description: 'x', filenames },
    }),
  );
}

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  picture = await buildJpeg(700, 500);
  for (let index = 0; index < 4; index++) await publishWithPicture();
  const other = await buildMember(app, { lastName: 'O\'Neil \\N "x"\tü🌙' });
  const post = await buildPost(app, ana);
  await app.call(likePost, { token: other.token, body: { post_id: post._id, status: true } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('A backup of an idle installation', () => {
  const file = path.join(folder, 'resting.tar');

  it('can be restored exactly into another database and folder', async () => {
    const result = await backup(sourceConfig(), { file, withFiles: true });
    expect(result.missing).toEqual([]);
    const { rows } = await app.database.pool.query("SELECT report FROM operator_reports WHERE kind = 'backup'");
    expect(rows).toEqual([{ report: { bytes: result.bytes, files: result.files } }]);
    const target = await createTestDatabase({ migrated: false });
    const dataDir = path.join(folder, 'exact');
    const config = configOf({ DATABASE_URL: databaseUrl(target.connection), DATA_DIR: dataDir });
    const restored = await restore(config, { file, withFiles: true });
    expect(restored.rows).toBe(result.rows);
    expect(await readAll(target.connection)).toEqual(await readAll(app.connection));
    expect(listFiles(path.join(dataDir, 'uploads'))).toEqual(listFiles(path.join(app.dataDir, 'uploads')));
    expect(readdirSync(dataDir)).toEqual(['uploads']);
    expect(statSync(path.join(dataDir, 'uploads')).mode & 0o777).toBe(0o700);
    await expect(restore(config, { file, withFiles: true })).rejects.toThrow(/not empty/);
    await target.drop();
  });

  it('can be restored as a built-in database that runs, and can be backed up while it does', async () => {
    const dataDir = path.join(folder, 'embedded');
    const config = configOf({ DATA_DIR: dataDir });
    await restore(config, { file, withFiles: true });
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'uploads']);
    const server = await startEmbeddedPostgres({ dataDir });
    const { host, port, user, database } = server;
    expect(await readAll({ host, port, user, database })).toEqual(await readAll(app.connection));
    const again = await backup(config, { file: path.join(folder, 'again.tar'), withFiles: true });
    await server.stop();
    const resting = await backup(config, { file: path.join(folder, 'still.tar'), withFiles: true });
    expect(resting.rows).toBe(again.rows);
    await expect(restore(config, { file, withFiles: true })).rejects.toThrow(/not empty: it has postgres, uploads/);
  });

  it('overwrites no existing file, and leaves nothing behind if it fails', async () => {
    await expect(backup(sourceConfig(), { file, withFiles: true })).rejects.toThrow(/already exists/);
    const broken = configOf({ DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_DIR: app.dataDir });
    await expect(backup(broken, { file: path.join(folder, 'none/x.tar'), withFiles: true })).rejects.toThrow(
      /cannot be reached/,
    );
    expect(existsSync(path.join(folder, 'none'))).toBe(false);
    await expect(backup(sourceConfig(), { file: path.join(file, 'x.tar'), withFiles: true })).rejects.toThrow(
      /is not a folder.*name another file: npm run backup -- FILE/,
    );
    const empty = configOf({ DATA_DIR: path.join(folder, 'never') });
    await expect(backup(empty, { file: path.join(folder, 'x.tar'), withFiles: true })).rejects.toThrow(/no database/);
    expect(existsSync(path.join(folder, 'never'))).toBe(false);
  });
});

describe('A backup while members write', () => {
  it('shows a single moment: counts agree with rows, and every row in use has its files', async () => {
    const file = path.join(folder, 'busy.tar');
    const busy = new AbortController();
    const write = async () => {
      while (!busy.signal.aborted) await publishWithPicture();
    };
    const remove = async () => {
      while (!busy.signal.aborted) {
        // Some posts are always left, however slowly others are written.
        const { rows } = await app.database.pool.query<{ id: string }>(
          'SELECT id FROM posts WHERE (SELECT count(*) FROM posts) > 3 ORDER BY random() LIMIT 1',
        );
        if (!rows[0]) {
          await publishWithPicture();
          continue;
        }
        await app.http.inject({
          method: 'DELETE',
          url: `/api/post/delete/${rows[0].id}`,
          headers: { authorization: ana.token },
        });
      }
    };
    const work = [write(), write(), remove()];
    const result = await backup(sourceConfig(), { file, withFiles: true });
    busy.abort();
    await Promise.all(work);
    expect(result.missing).toEqual([]);
    const target = await createTestDatabase({ migrated: false });
    const dataDir = path.join(folder, 'busy');
    await restore(configOf({ DATABASE_URL: databaseUrl(target.connection), DATA_DIR: dataDir }), {
      file,
      withFiles: true,
    });
    const opened = openDatabase(target.connection, () => undefined);
    expect(await listWrongCounts(opened.db)).toEqual([]);
    const used = await opened.db.selectFrom('uploads').select('filename').where('used_at', 'is not', null).execute();
    const files = new Set(Object.keys(listFiles(path.join(dataDir, 'uploads'))));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter(({ filename }) => !files.has(`post/${filename}`))).toEqual([]);
    await opened.close();
    await target.drop();
  });
});

describe('An older backup', () => {
  it('is migrated to this version', async () => {
    const old = await createTestDatabase({ migrated: false });
    const opened = openDatabase(old.connection, () => undefined);
    await opened.db.transaction().execute((tx) => migrateWithin(tx, migrationNames[2]));
    await opened.pool.query(
      'INSERT INTO users (id, email, username, first_name, last_name) VALUES ' +
        "('018f0000-0000-7000-8000-000000000001', 'old@example.com', 'old', 'Old', 'Hand')",
    );
    await opened.close();
    const file = path.join(folder, 'old.tar');
    await backup(configOf({ DATABASE_URL: databaseUrl(old.connection), DATA_DIR: folder }), { file, withFiles: true });
    const target = await createTestDatabase({ migrated: false });
    const dataDir = path.join(folder, 'older');
    await restore(configOf({ DATABASE_URL: databaseUrl(target.connection), DATA_DIR: dataDir }), {
      file,
      withFiles: true,
    });
    const { schema } = await readAll(target.connection);
    expect(schema).toEqual((await readAll(app.connection)).schema);
    await old.drop();
    await target.drop();
  });
});

describe('An installation with a bucket', () => {
  it('is backed up from one bucket and restored into another', async () => {
    const directory = path.join(folder, 's3');
    mkdirSync(directory);
    const configureBuckets = ['one', 'two'].map((name) => ({ name, configs: [] }));
    const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
    const { port } = await s3.run();
    const bucket = (name: string) => ({
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: name,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    });
    const targets = [
      await createTestDatabase({ migrated: false }),
      await createTestDatabase({ migrated: false }),
      await createTestDatabase({ migrated: false }),
    ];
    const settings = (index: number, name: string) =>
      configOf({
        DATABASE_URL: databaseUrl(targets[index]!.connection),
        DATA_DIR: path.join(folder, 'bucket'),
        ...bucket(name),
      });
    const local = await restore(settings(0, 'one'), { file: path.join(folder, 'resting.tar'), withFiles: true });
    const file = path.join(folder, 'bucket.tar');
    const result = await backup(settings(0, 'one'), { file, withFiles: true });
    expect(result).toMatchObject({ files: local.files, missing: [] });
    expect(await restore(settings(1, 'two'), { file, withFiles: true })).toMatchObject({ files: local.files });
    await expect(restore(settings(2, 'two'), { file, withFiles: true })).rejects.toThrow(/file store is not empty/);
    expect(await restore(settings(2, 'two'), { file, withFiles: false })).toMatchObject({ files: 0 });
    await s3.close();
    for (const target of targets) await target.drop();
  });
});
