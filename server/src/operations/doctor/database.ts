/** The database itself: its version, extensions, durability and clock. */
import type pg from 'pg';
import type { Config } from '#config/config.ts';
import { compareVersions, listApplied, readFloor } from '#db/compatibility.ts';
import { areConnectionsShared, sharedConnections } from '#db/connection/pooling.ts';
import { migrationNames } from '#db/migrate.ts';
import { counted } from '#texts/counted.ts';
import { type Check, type Finding, fail, messageOf, ok, warn } from './finding.ts';

const EXTENSIONS = ['pg_trgm', 'unaccent', 'fuzzystrmatch'];
const CLOCK_WARN_MS = 2_000;
const CLOCK_FAIL_MS = 30_000;
/** The connections that each server uses at most: pool, jobs and notifications, with some room for commands. */
const CONNECTIONS_A_SERVER = 15;

type Facts = {
  version: string;
  number: number;
  encoding: string;
  extensions: string[];
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  connections: number;
  used: number;
  recovery: boolean;
};

async function readFacts(pool: pg.Pool): Promise<Facts> {
  const { rows } = await pool.query<Facts>(`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer AS number,
      current_setting('server_encoding') AS encoding,
      ARRAY(SELECT extname::text FROM pg_extension) AS extensions, current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS full_page_writes,
        current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('max_connections')::integer AS connections,
      (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
      pg_is_in_recovery() AS recovery`);
  const [facts] = rows;
  if (!facts) throw new Error('the database returned no row');
  return facts;
}

function judgeDurability({ fsync, full_page_writes, synchronous_commit }: Facts): Finding {
  const off = Object.entries({ fsync, full_page_writes }).filter(([, value]) => value === 'off');
  if (off.length > 0) {
    return fail(
      `${off.map(([name]) => name).join(' and ')} of the database is off: a power cut may destroy it`,
      'Turn it on in postgresql.conf.',
    );
  }
  if (synchronous_commit === 'off') {
    return warn(
      'synchronous_commit is off: writes acknowledged just before a crash may be lost',
      'Turn it on, unless this is intended.',
    );
  }
  return ok('acknowledged writes are on disk (fsync, full_page_writes, synchronous_commit)');
}

function judgeEncoding({ encoding }: Facts): Finding {
  if (encoding === 'UTF8') return ok('it can store any text (UTF-8)');
  return fail(
    `its encoding is ${encoding}: most writes fail`,
    "Create a UTF-8 database (ENCODING 'UTF8' TEMPLATE template0), restore a backup into it and set it as " +
      'DATABASE_URL.',
  );
}

function judgeConnections({ connections, used }: Facts): Finding {
  if (connections - used >= CONNECTIONS_A_SERVER) return ok(`${used} of ${connections} connections are in use`);
  return warn(
    `${used} of ${connections} connections are in use: the next server may get none`,
    'Raise max_connections, or run fewer servers.',
  );
}

async function judgePooling({ databaseUrl, replicaUrls }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const url of [databaseUrl, ...replicaUrls]) {
    if (url === null || !(await areConnectionsShared({ connectionString: url }).catch(() => false))) continue;
    const { text, advice } = sharedConnections;
    findings.push(fail(`${URL.parse(url)?.host || 'the database'} is behind ${text}`, advice));
  }
  return findings;
}

function judgeError(error: unknown, { databaseUrl }: Config): Finding {
  const shown = URL.parse(databaseUrl ?? '');
  if (!shown) throw error;
  return fail(
    `the database at ${shown.host}${shown.pathname} cannot be used: ${messageOf(error)}`,
    'Start it, or correct DATABASE_URL. Its log says more.',
  );
}

export const checkDatabase: Check = {
  name: 'Database',
  async run({ pool, config }) {
    const facts = await readFacts(pool).catch((error: unknown) => judgeError(error, config));
    if ('level' in facts) return [facts];
    const missing = EXTENSIONS.filter((name) => !facts.extensions.includes(name));
    return [
      ok(`PostgreSQL ${facts.version}`),
      ...(facts.recovery
        ? [
            fail(
              'DATABASE_URL names a replica: nothing can be written',
              'Set it to the primary; replicas belong in DATABASE_REPLICA_URLS.',
            ),
          ]
        : []),
      missing.length === 0
        ? ok(`extensions: ${EXTENSIONS.join(', ')}`)
        : fail(
            `extensions are missing: ${missing.join(', ')}`,
            'Run CREATE EXTENSION … as a superuser of the database, then start the server.',
          ),
      judgeEncoding(facts),
      judgeDurability(facts),
      judgeConnections(facts),
      ...(await judgePooling(config)),
    ];
  },
};

export const checkMigrations: Check = {
  name: 'Schema',
  async run({ db }) {
    const applied = await listApplied(db);
    const pending = migrationNames.filter((name) => !applied.includes(name));
    const last = applied.at(-1) ?? '';
    const verdict = compareVersions({ known: migrationNames, applied, floor: await readFloor(db) });
    if (verdict === 'older')
      return [warn(`the database is newer than this version: ${last}`, 'Update this version soon.')];
    if (verdict !== 'fits') {
      return [
        fail(
          `the database is newer than this version can use: ${last}`,
          'Use the version that created it, or a newer one.',
        ),
      ];
    }
    if (pending.length > 0) {
      const waiting = counted(pending.length, 'migration is', 'migrations are');
      const names = pending.length === 1 ? pending[0] : `${pending[0]} …`;
      return [warn(`${waiting} pending: ${names}`, 'The next start applies what is pending, as does npm run migrate.')];
    }
    return [ok(`all ${applied.length} migrations are applied`)];
  },
};

export const checkClock: Check = {
  name: 'Clock',
  async run({ pool }) {
    const began = Date.now();
    const { rows } = await pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    // The database responded at some moment between the two.
    const off = Math.round((rows[0]?.now.getTime() ?? 0) - (began + Date.now()) / 2);
    const seconds = `${(Math.abs(off) / 1_000).toFixed(1)} s`;
    const text = `this machine's clock and the database's are ${seconds} apart`;
    const advice = 'Synchronise both machines by NTP: codes, cursors and allowances depend on it.';
    if (Math.abs(off) > CLOCK_FAIL_MS) return [fail(text, advice)];
    return [Math.abs(off) > CLOCK_WARN_MS ? warn(text, advice) : ok(text)];
  },
};
