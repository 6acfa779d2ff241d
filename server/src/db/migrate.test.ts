import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { checkClock } from './clock.ts';
import { compareVersions } from './compatibility.ts';
import { type DatabasePool, openDatabase } from './connection/pool.ts';
import { migrate, migrationNames, type Steps } from './migrate.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: DatabasePool;

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connection, () => undefined);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const make = (table: string) => async () => ({
  up: async (db: Kysely<unknown>) => void (await sql.raw(`CREATE TABLE ${table} (id int)`).execute(db)),
});
const FIRST = '0031-schema-floor';
const first: Steps = { [FIRST]: () => import('./migrations/0031-schema-floor.ts') };
const expand: Steps = { ...first, '0032-expand': make('added') };
const contract: Steps = {
  ...expand,
  '0033-contract': async () => ({ ...(await make('gone')()), requires: '0032-expand' }),
};

describe('A version of the server', () => {
  const warnings: string[] = [];
  const run = (steps: Steps) => migrate(database.db, { steps, warn: (line) => warnings.push(line) });

  beforeEach(async () => {
    warnings.length = 0;
    await sql`DROP TABLE IF EXISTS kysely_migration, kysely_migration_lock, schema_floor, added, gone`.execute(
      database.db,
    );
  });

  it('runs, with a warning, on a database to which a newer version only added', async () => {
    expect(await run(first)).toEqual([FIRST]);
    expect(await run(expand)).toEqual(['0032-expand']);
    expect(warnings).toEqual([]);
    expect(await run(first)).toEqual([]);
    expect(warnings).toEqual([
      expect.stringContaining('upgraded by a newer version; this version still works with it'),
    ]);
  });

  it('is rejected after something it needs was removed; the version in between is not', async () => {
    expect(await run(contract)).toEqual([FIRST, '0032-expand', '0033-contract']);
    await expect(run(first)).rejects.toThrow(/upgraded by a newer version, and this version is too old/);
    expect(await run(expand)).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it('is rejected on a database of another line of versions', async () => {
    await run(expand);
    await expect(run({ ...first, '0032-other': make('other') })).rejects.toThrow(/another line of versions/);
  });

  it('applies its migrations only once when several processes start concurrently', async () => {
    const applied = await Promise.all([1, 2, 3].map(() => run(contract)));
    expect(applied.flat().toSorted()).toEqual([FIRST, '0032-expand', '0033-contract']);
  });

  it('leaves nothing behind if a migration of a new database fails', async () => {
    const broken: Steps = { ...expand, '0033-broken': make('added') };
    await expect(run(broken)).rejects.toThrow(/could not be brought up to date: .*already exists/);
    const { rows } = await sql<{ there: boolean }>`SELECT to_regclass('added') IS NOT NULL AS there`.execute(
      database.db,
    );
    expect(rows).toEqual([{ there: false }]);
    expect(await run(expand)).toEqual([FIRST, '0032-expand']);
  });

  it('keeps the migrations that precede a failing one on a database in use', async () => {
    await run(first);
    await expect(run({ ...expand, '0033-broken': make('added') })).rejects.toThrow(/already exists/);
    expect(await run(expand)).toEqual([]);
    expect(await run(contract)).toEqual(['0033-contract']);
  });

  it('holds no lock from one migration while the next one runs', async () => {
    await run(first);
    await sql`CREATE TABLE busy (id int)`.execute(database.db);
    const steps: Steps = {
      ...first,
      '0032-change': async () => ({
        up: async (db) => void (await sql`ALTER TABLE busy ADD COLUMN more int`.execute(db)),
      }),
      '0033-look': async () => ({
        up: async () => {
          await database.db.transaction().execute((tx) => sql`LOCK TABLE busy IN SHARE MODE NOWAIT`.execute(tx));
        },
      }),
    };
    expect(await run(steps)).toEqual(['0032-change', '0033-look']);
    await sql`DROP TABLE busy`.execute(database.db);
  });

  it('waits for a locked table without blocking others, and then continues', async () => {
    await run(first);
    await sql`CREATE TABLE busy (id int)`.execute(database.db);
    const changing: Steps = {
      ...first,
      '0032-change': async () => ({
        up: async (db) => void (await sql`ALTER TABLE busy ADD COLUMN more int`.execute(db)),
      }),
    };
    let running: Promise<string[]> | undefined;
    await database.db.transaction().execute(async (tx) => {
      await sql`SELECT * FROM busy`.execute(tx);
      running = run(changing);
      // The waiting attempt gives up after five seconds, and the statements queued behind it continue.
      await expect.poll(() => warnings, { timeout: 10_000 }).toEqual([expect.stringContaining('brought up to date')]);
      await sql`SELECT * FROM busy`.execute(database.db);
    });
    expect(await running).toEqual(['0032-change']);
    await sql`DROP TABLE busy`.execute(database.db);
  });
});

it("The migrations are listed in the order of their names, because a restore compares them with a backup's", () => {
  expect(migrationNames).toEqual(migrationNames.toSorted());
});

it('An older database without a floor rejects a version that does not know all its migrations', () => {
  expect(compareVersions({ known: ['1'], applied: ['1', '2'], floor: null })).toBe('too old');
  expect(compareVersions({ known: ['1', '2'], applied: ['1'], floor: null })).toBe('fits');
});

describe('The clock of this machine', () => {
  const warningsAt = async (offset: number) => {
    const warnings: string[] = [];
    await checkClock(
      database.db,
      (line) => warnings.push(line),
      () => Date.now() + offset,
    );
    return warnings;
  };

  it('may be seconds off', async () => {
    expect([await warningsAt(0), await warningsAt(20_000), await warningsAt(-20_000)]).toEqual([[], [], []]);
  });
  it('causes a warning when it is a minute off', async () => {
    expect(await warningsAt(MINUTE_MS)).toEqual([expect.stringContaining('clock is 60 seconds ahead of the database')]);
    expect(await warningsAt(-4 * MINUTE_MS)).toEqual([
      expect.stringContaining('clock is 4 minutes behind the database'),
    ]);
  });
  it('prevents startup when it is five minutes off', async () => {
    await expect(warningsAt(6 * MINUTE_MS)).rejects.toThrow(/clock is 6 minutes ahead of the database's. Set both/);
  });
});
