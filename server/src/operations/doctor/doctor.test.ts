/** The doctor's findings in a damaged installation, and its repairs. */
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DAY_MS } from '@afterhours/contract/base/durations';
import { likePost } from '@afterhours/contract/posts/likes';
import { uploadUserImage } from '@afterhours/contract/uploads';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { listWrongCounts } from '#testing/database/recount.ts';
import { databaseUrl } from '#testing/database/test-database.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { createRedisServer, findRedisProgram } from '#testing/servers/redis-server.ts';
import { parseConfig } from '../../config/config.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { examine } from './doctor.ts';
import { registerDoctor } from './doctor-job.ts';

const TWO_DAYS_MS = 2 * DAY_MS;
let app: TestApp;
let ana: TestMember;
let url = '';
let runNightly: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  url = databaseUrl(app.connection);
  // Servers of tests do not look for scheduled jobs.
  await statement('UPDATE jobs.version SET cron_on = now()');
});
afterAll(() => app.close());

/** Returns the lines of one report, as `level check: text`. */
async function report(options: { repair?: boolean; quick?: boolean; settings?: Record<string, string> } = {}) {
  const config = parseConfig({ DATABASE_URL: url, DATA_DIR: app.dataDir, ...options.settings }, app.dataDir);
  const lines: string[] = [];
  const counts = await examine(config, {
    repair: options.repair ?? false,
    quick: options.quick ?? false,
    onFinding: (check, { level, text }) => lines.push(`${level} ${check}: ${text}`),
  });
  return { lines, counts };
}

const statement = (sql: string) => app.database.pool.query(sql);

describe('The doctor on a healthy installation', () => {
  it('finds only what is specific to tests', async () => {
    const { lines } = await report();
    expect(lines.filter((line) => line.startsWith('fail'))).toEqual([
      'fail Database: fsync and full_page_writes of the database is off: a power cut may destroy it',
    ]);
    expect(lines).toEqual(
      expect.arrayContaining([
        `ok Node: the doctor runs on ${process.versions.node}`,
        expect.stringMatching(/^ok Schema: all \d+ migrations/),
        expect.stringMatching(/^ok Clock: .* 0\.\d s apart/),
        expect.stringMatching(/^ok File store: .*: stores, returns and deletes files/),
        'ok Counts: every count matches its rows',
        'ok Files: rows and files agree',
        'ok Jobs and cleanup: no job is overdue',
      ]),
    );
  });
});

describe('The nightly doctor', () => {
  it('stores problems for the owners until they are solved', async () => {
    const found = async () => {
      const { rows } = await app.database.pool.query<{ report: { text: string }[] }>(
        "SELECT report FROM operator_reports WHERE kind = 'doctor' AND name = 'Passkeys'",
      );
      return rows[0]?.report.map(({ text }) => text);
    };
    registerDoctor(
      {
        ...app.services,
        jobs: { ...app.services.jobs, schedule: (_job, work) => void (runNightly = work) },
      },
      app.database.pool,
    );
    await runNightly();
    expect(await found()).toEqual([]);
    await statement(
      `INSERT INTO credentials (id, user_id, credential_id, public_key, counter, transports, backed_up, rp_id, label)
       VALUES (uuidv7(), '${ana.id}', '1', '', 0, '{}', FALSE, 'old.example', 'Key')`,
    );
    await runNightly();
    expect(await found()).toEqual([expect.stringContaining('1 passkey does not work at')]);
    await statement('DELETE FROM credentials');
    await statement(
      `INSERT INTO operator_reports (kind, name, report) VALUES ('doctor', 'A check of an earlier version', '[]')`,
    );
    await runNightly();
    expect(await found()).toEqual([]);
    const names = await statement("SELECT name FROM operator_reports WHERE kind = 'doctor'");
    expect(names.rows.map(({ name }) => name)).toContain('Passkeys');
    expect(names.rows.map(({ name }) => name)).not.toContain('A check of an earlier version');
  });
});

describe('The doctor on passkeys', () => {
  it('warns if they were created at another host', async () => {
    const check = async (publicUrl: string) =>
      (await report({ quick: true, settings: { PUBLIC_URL: publicUrl } })).lines.find((line) =>
        line.includes(' Passkeys: '),
      );
    expect(await check('https://old.example')).toBe('ok Passkeys: all of them work at the present address');
    await app.database.pool.query(
      `INSERT INTO credentials (id, user_id, credential_id, public_key, counter, transports, backed_up, rp_id, label)
       VALUES (uuidv7(), $1, '1', '', 0, '{}', FALSE, 'old.example', 'Key')`,
      [ana.id],
    );
    expect(await check('https://old.example')).toBe('ok Passkeys: all of them work at the present address');
    for (const url of ['https://new.example', 'http://192.0.2.7'])
      expect(await check(url)).toBe(`warn Passkeys: 1 passkey does not work at ${url}: created at old.example`);
    await statement('DELETE FROM credentials');
  });
});

describe('The doctor on joining', () => {
  it('warns if the provider is the only way to join, or one of several, and admits nobody', async () => {
    const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'owls', OIDC_CLIENT_SECRET: 'secret' };
    const check = async (settings: Record<string, string>) =>
      (await report({ quick: true, settings: { ...provider, ...settings } })).lines.find((line) =>
        line.includes(' Joining: '),
      );
    expect(await check({ OIDC_ONLY: 'true' })).toBe('ok Joining: registration is set to open');
    await statement(`INSERT INTO community_settings (settings, version)
      VALUES ('{"registration": "invitation", "byApproval": true}', 1)`);
    expect(await check({ OIDC_ONLY: 'true', OIDC_AUTO_JOIN: 'true' })).toMatch(/^warn Joining: nobody can join: /);
    expect(await check({ OIDC_AUTO_JOIN: 'true' })).toBe(
      'warn Joining: nobody can join through id.example: OIDC_AUTO_JOIN has no effect while people join by approval',
    );
    expect(await check({})).toBe('ok Joining: registration is set to approval');
    await statement('DELETE FROM community_settings');
  });
});

describe('The doctor on counts', () => {
  it('finds wrong counts, and corrects them while members keep writing', async () => {
    const posts = await Promise.all([1, 2, 3].map(() => buildPost(app, ana)));
    const fans = await Promise.all([1, 2, 3, 4].map(() => buildMember(app)));
    const [post] = posts;
    const like = (fan: TestMember, status: boolean) =>
      app.call(likePost, { token: fan.token, body: { post_id: post!._id, status } });
    await like(fans[0]!, true);
    await statement('UPDATE posts SET likes_count = likes_count + 7, comments_count = 2');
    await statement("UPDATE posts SET words = '', rating_score = 1, created_hour = 7");
    await statement('UPDATE member_counters SET followers = 3');
    const found = await report();
    for (const column of ['likes_count', 'comments_count', 'words', 'rating_score', 'created_hour'])
      expect(found.lines).toContain(`fail Counts: posts.${column} is wrong in 3 rows`);
    expect(found.lines).toContain('fail Counts: member_counters.followers is wrong in 5 rows');
    const liking = (async () => {
      for (let round = 0; round < 10; round++) await Promise.all(fans.map((fan) => like(fan, round % 2 === 0)));
    })();
    const repaired = await report({ repair: true });
    await liking;
    expect(repaired.lines.filter((line) => line.includes('has been corrected'))).toHaveLength(6);
    expect(await listWrongCounts(app.services.db)).toEqual([]);
    expect((await report()).lines).toContain('ok Counts: every count matches its rows');
  });
});

describe('The doctor on files', () => {
  const uploads = () => path.join(app.dataDir, 'uploads');
  const orphan = (name: string, age: number) => {
    mkdirSync(path.join(uploads(), 'post'), { recursive: true });
    const file = path.join(uploads(), 'post', name);
    writeFileSync(file, 'x');
    const then = new Date(Date.now() - age);
    utimesSync(file, then, then);
  };

  it('removes files without a row after a day, and no others', async () => {
    const image = await buildJpeg(400, 400);
    await succeed(
      app.call(uploadUserImage, {
        token: ana.token,
        form: buildForm({ folder: 'users' }, [{ field: 'image', name: 'me.jpg', bytes: image }]),
      }),
    );
    for (const name of readdirSync(path.join(uploads(), 'users'))) {
      const then = new Date(Date.now() - TWO_DAYS_MS);
      utimesSync(path.join(uploads(), 'users', name), then, then);
    }
    orphan('old-orphan.jpg', TWO_DAYS_MS);
    orphan('young-orphan.jpg', 60_000);
    const before = readdirSync(path.join(uploads(), 'users')).sort();
    expect((await report()).lines).toContainEqual(expect.stringMatching(/^warn Files: 1 file without a row, /));
    expect((await report({ repair: true })).lines).toContainEqual(expect.stringMatching(/^ok Files: 1 file .*removed/));
    expect(readdirSync(path.join(uploads(), 'post'))).toEqual(['young-orphan.jpg']);
    expect(readdirSync(path.join(uploads(), 'users')).sort()).toEqual(before);
  });

  it('reports rows whose files are missing', async () => {
    await statement('UPDATE uploads SET used_at = now()');
    const [name] = readdirSync(path.join(uploads(), 'users'));
    rmSync(path.join(uploads(), 'users', name!));
    expect((await report()).lines).toContain(`fail Files: 1 file is missing: users/${name}`);
    expect((await report({ quick: true })).lines.join()).not.toContain('missing');
    await statement('DELETE FROM uploads');
  });
});

describe('The doctor on the environment', () => {
  it('checks mail, storage and leftovers by using them', async () => {
    const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    const there = await report({ quick: true, settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
    expect(there.lines).toContain(`ok Mail: 127.0.0.1:${port} accepts mail`);
    // At an address that looks like another machine's, mails are sent only over TLS.
    const far = await report({ quick: true, settings: { SMTP_URL: `smtp://[::ffff:127.0.0.1]:${port}` } });
    expect(far.lines).toContainEqual(expect.stringMatching(/^fail Mail: .* does not accept mail: .*requireTLS=false/));
    await new Promise<void>((resolve) => smtp.close(resolve));
    await statement(
      "INSERT INTO idempotency_keys (user_id, key, request_hash, created_at) SELECT id, 'old', '', now() - interval " +
        "'3 days' FROM users LIMIT 1",
    );
    const bucket = {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    };
    const gone = await report({
      quick: true,
      settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'http://afterhours.example', ...bucket },
    });
    expect(gone.lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^fail Mail: .* does not accept mail: .*ECONNREFUSED/),
        expect.stringMatching(/^fail File store: bucket b at .* cannot be used/),
        expect.stringMatching(/^warn Settings: PUBLIC_URL is http/),
        expect.stringMatching(/^warn Settings: MAIL_FROM/),
        'warn Jobs and cleanup: idempotency_keys: 1 row that jobs should have settled or deleted',
      ]),
    );
    await statement('DELETE FROM idempotency_keys');
  });

  it.skipIf(findRedisProgram() === null)('checks whether Redis evicts keys (needs redis-server)', async () => {
    const redis = await createRedisServer(findRedisProgram() ?? '', ['--maxmemory-policy', 'allkeys-lru']);
    await redis.start();
    const { lines } = await report({ quick: true, settings: { REDIS_URL: redis.url } });
    expect(lines).toContain(`ok Redis: ${redis.url.slice('redis://'.length)} responds`);
    expect(lines).toContainEqual(expect.stringMatching(/^warn Redis: its maxmemory-policy is allkeys-lru/));
    await redis.kill();
    const gone = await report({ quick: true, settings: { REDIS_URL: redis.url } });
    expect(gone.lines).toContainEqual(expect.stringMatching(/^fail Redis: .* does not respond/));
  });

  it('reports a database that is unreachable, before the checks that need it', async () => {
    const settings = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const { lines } = await report({ quick: true, settings });
    expect(lines.find((line) => line.startsWith('fail'))).toMatch(
      /^fail Database: the database at 127\.0\.0\.1:1\/none cannot be used: .*ECONNREFUSED/,
    );
  });

  it('reports a replica that is not one, or is unreachable', async () => {
    const urls = [url, 'postgres://127.0.0.1:1/none'].join(',');
    const { lines } = await report({ quick: true, settings: { DATABASE_REPLICA_URLS: urls } });
    expect(lines).toContainEqual(expect.stringMatching(/^fail Read replicas: .* is not a replica of this database/));
    expect(lines).toContainEqual(expect.stringMatching(/^fail Read replicas: 127\.0\.0\.1:1 does not respond/));
  });

  it('reports a schema of another version', async () => {
    await statement("INSERT INTO kysely_migration VALUES ('9999-later', now()::text)");
    expect((await report({ quick: true })).lines).toContain(
      'warn Schema: the database is newer than this version: 9999-later',
    );
    await statement("DELETE FROM kysely_migration WHERE name = '9999-later'");
    await statement("CREATE TABLE stored AS SELECT * FROM kysely_migration WHERE name LIKE '0031%'");
    await statement("DELETE FROM kysely_migration WHERE name LIKE '0031%'");
    expect((await report({ quick: true })).lines).toContainEqual(
      expect.stringMatching(/^warn Schema: 1 migration is pending/),
    );
    await statement('INSERT INTO kysely_migration SELECT * FROM stored');
    await statement('DROP TABLE stored');
  });
});

describe('The doctor on owners', () => {
  it('warns of a community without one', async () => {
    const check = async () => (await report({ quick: true })).lines.find((line) => line.includes(' Owners: '));
    expect(await check()).toMatch(/^warn Owners: the community has no owner/);
    await buildStaff(app, 'owner');
    expect(await check()).toBe('ok Owners: the community has an owner');
  });
});
