import type { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { Events } from '../events.ts';
import { prepare, preparePipelined } from '../statements/prepared.ts';
import { inTransaction } from '../statements/transaction.ts';
import { type DatabasePool, openDatabase } from './pool.ts';

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: DatabasePool;

beforeAll(async () => {
  test = await createTestDatabase();
  // A single connection, so that a test sees the state that a transaction leaves on it.
  database = openDatabase({ ...test.connection, max: 1 }, () => undefined);
  await sql`CREATE TABLE notes (n integer PRIMARY KEY)`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(() => sql`TRUNCATE notes`.execute(database.db));

const write = preparePipelined<{ n: number }>('test-write', ({ n }) => sql`INSERT INTO notes VALUES (${n}::integer)`);
const insertRaw = preparePipelined<{ n: number }>('test-write-else', ({ n }) => sql`INSERT INTO notes VALUES (${n})`);
const divide = preparePipelined<{ by: number }>('test-divide', ({ by }) => sql`SELECT 1 / ${by}::integer`);
const selectNotes = prepare<Record<string, never>, { n: number }>(
  'test-read',
  () => sql<{ n: number }>`SELECT n FROM notes ORDER BY n`,
);
const notes = async (db = database.db) => (await selectNotes(db, {})).map(({ n }) => n);

describe('A statement sent without waiting for its result', () => {
  it('runs before the next statement in its transaction', async () => {
    const seen = await database.db.transaction().execute(async (tx) => {
      await write(tx, { n: 1 });
      await write(tx, { n: 2 });
      return (await selectNotes(tx, {})).map(({ n }) => n);
    });
    expect(seen).toEqual([1, 2]);
  });

  it('runs before the commit, or at once without a transaction', async () => {
    await database.db.transaction().execute((tx) => write(tx, { n: 1 }));
    await write(database.db, { n: 2 });
    expect(await notes()).toEqual([1, 2]);
  });

  it('makes the next statement and the commit fail with its own error, and nothing is stored', async () => {
    const byNext = database.db.transaction().execute(async (tx) => {
      await write(tx, { n: 1 });
      await divide(tx, { by: 0 });
      await selectNotes(tx, {});
    });
    await expect(byNext).rejects.toMatchObject({ code: '22012' });
    const byCommit = database.db.transaction().execute(async (tx) => {
      await write(tx, { n: 1 });
      await notes(tx);
      await divide(tx, { by: 0 });
    });
    await expect(byCommit).rejects.toMatchObject({ code: '22012' });
    await expect(divide(database.db, { by: 0 })).rejects.toMatchObject({ code: '22012' });
    expect(await notes()).toEqual([]);
  });

  it('prevents later statements if it cannot be sent', async () => {
    const unsendable = {
      toPostgres: () => {
        throw new Error('no number');
      },
    } as unknown as number;
    const committing = database.db.transaction().execute(async (tx) => {
      await notes(tx);
      await write(tx, { n: 1 });
      await insertRaw(tx, { n: unsendable });
    });
    await expect(committing).rejects.toThrow('no number');
    expect(await notes()).toEqual([]);
  });

  it('must have a unique name', async () => {
    const other = preparePipelined<{ n: number }>('test-write', ({ n }) => sql`DELETE FROM notes WHERE n = ${n}`);
    await expect(write(database.db, { n: 1 }).then(() => other(database.db, { n: 1 }))).rejects.toThrow(
      /named test-write/,
    );
  });

  it('does not run if the connection breaks before it is sent', async () => {
    const broken = database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
      await write(tx, { n: 1 });
      const other = openDatabase(test.connection, () => undefined);
      await sql`SELECT pg_terminate_backend(${rows[0]?.pid})`.execute(other.db);
      await other.close();
      await notes(tx);
    });
    await expect(broken).rejects.toThrow(/terminat|not queryable/);
    expect(await notes()).toEqual([]);
  });

  it('has no effect if the transaction is rolled back, whether or not anything was sent', async () => {
    const giveUp = (begin: boolean) =>
      database.db.transaction().execute(async (tx) => {
        if (begin) await notes(tx);
        await write(tx, { n: 1 });
        throw new Error('given up');
      });
    await expect(giveUp(false)).rejects.toThrow('given up');
    await expect(giveUp(true)).rejects.toThrow('given up');
    expect(await notes()).toEqual([]);
    const open = sql<{ busy: boolean }>`SELECT xact_start < statement_timestamp() AS busy FROM pg_stat_activity
      WHERE pid = pg_backend_pid()`;
    expect((await open.execute(database.db)).rows).toEqual([{ busy: false }]);
  });

  it('is retried with its transaction after a deadlock', async () => {
    await sql`CREATE SEQUENCE meetings`.execute(database.db);
    await sql`CREATE FUNCTION meet() RETURNS void LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('meetings') < 3 THEN RAISE EXCEPTION 'met' USING ERRCODE = '40P01'; END IF; END $$`.execute(
      database.db,
    );
    const meet = preparePipelined<Record<string, never>>('test-meet', () => sql`SELECT meet()`);
    let tries = 0;
    const services = { db: database.db, events: new Events(() => undefined) };
    await inTransaction(services, async (tx) => {
      tries++;
      await write(tx.db, { n: tries });
      await meet(tx.db, {});
    });
    expect([tries, await notes()]).toEqual([3, [3]]);
  });

  it('takes two round trips together with BEGIN, the next statement and COMMIT', async () => {
    const [client] = [await database.pool.connect()];
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    let sent = 0;
    const write$ = stream.write.bind(stream);
    const uncork = stream.uncork.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation((...args: Parameters<typeof write$>) => {
      if (stream.writableCorked === 0) sent++;
      return write$(...args);
    });
    vi.spyOn(stream, 'uncork').mockImplementation(() => {
      uncork();
      if (stream.writableCorked === 0) sent++;
    });
    client.release();
    await database.db.transaction().execute(async (tx) => {
      await write(tx, { n: 1 });
      await notes(tx);
      await write(tx, { n: 2 });
    });
    vi.restoreAllMocks();
    expect([sent, await notes()]).toEqual([2, [1, 2]]);
  });
});
