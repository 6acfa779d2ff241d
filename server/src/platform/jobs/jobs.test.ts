import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DatabasePool, openDatabase } from '#db/connection/pool.ts';
import { createTestDatabase } from '#testing/database/test-database.ts';
import { defineJob, type Jobs } from './jobs.ts';
import { createJobs } from './pg-boss-jobs.ts';

const letters = defineJob<{ number: number }>('test.letters', { retryDelay: 1 });

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: DatabasePool;
let jobs: Jobs;
const faults: unknown[] = [];
const settled: string[] = [];

beforeEach(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connection, () => undefined);
  faults.length = 0;
  settled.length = 0;
  jobs = createJobs(test.connection, {
    onError: (error) => faults.push(error),
    onSettled: (_name, outcome) => settled.push(outcome),
  });
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
  await test.drop();
});

describe('Jobs', () => {
  it('run exactly once each, however many are enqueued concurrently', async () => {
    const done: number[] = [];
    jobs.work(letters, async ({ number }) => void done.push(number));
    await jobs.start();
    await Promise.all(Array.from({ length: 60 }, (_, number) => jobs.enqueue(database.db, letters, { number })));
    await vi.waitFor(() => expect(done).toHaveLength(60), { timeout: 8_000 });
    expect(new Set(done).size).toBe(60);
  });

  it('are enqueued together, or not at all if the transaction fails', async () => {
    const done: number[] = [];
    jobs.work(letters, async ({ number }) => void done.push(number));
    await jobs.start();
    await jobs.enqueueAll(database.db, letters, []);
    const letter = (number: number) => ({ number });
    const failing = database.db.transaction().execute(async (db) => {
      await jobs.enqueueAll(db, letters, [1, 2].map(letter));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await jobs.enqueueAll(database.db, letters, [3, 4, 5].map(letter));
    await vi.waitFor(() => expect(done.toSorted((a, b) => a - b)).toEqual([3, 4, 5]), { timeout: 8_000 });
  });

  it('are retried if they fail, without others of the same batch', async () => {
    const tries: number[] = [];
    jobs.work(letters, async ({ number }) => {
      tries.push(number);
      if (number === 2 && tries.filter((one) => one === 2).length === 1) throw new Error('the mail server is away');
    });
    await jobs.start();
    for (const number of [1, 2, 3]) await jobs.enqueue(database.db, letters, { number });
    await vi.waitFor(() => expect(tries.toSorted((a, b) => a - b)).toEqual([1, 2, 2, 3]), { timeout: 12_000 });
    expect(faults).toMatchObject([{ message: 'the mail server is away' }]);
    expect(settled.toSorted()).toEqual(['done', 'done', 'done', 'failed']);
  });

  it('run when they are due', async () => {
    const done: number[] = [];
    jobs.work(letters, async ({ number }) => void done.push(number));
    await jobs.start();
    const enqueuedAt = performance.now();
    await jobs.enqueue(database.db, letters, { number: 1 }, { delaySeconds: 2 });
    await vi.waitFor(() => expect(done).toEqual([1]), { timeout: 12_000 });
    expect(performance.now() - enqueuedAt).toBeGreaterThan(1_900);
  });

  it('exist exactly if the transaction that enqueued them commits', async () => {
    const done: number[] = [];
    jobs.work(letters, async ({ number }) => void done.push(number));
    await jobs.start();
    const undone = database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, letters, { number: 1 });
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await jobs.enqueue(database.db, letters, { number: 2 });
    await vi.waitFor(() => expect(done).toEqual([2]), { timeout: 8_000 });
  });

  it('have the retries and schedule of this version, even if an older one created their queue', async () => {
    const name = 'test.hourly';
    const older = { name, retries: 2, cron: '0 * * * *' };
    const newer = { name, retries: 5, cron: '*/10 * * * *' };
    const version = (job: typeof older) => {
      const made = createJobs(test.connection, { onError: (error) => faults.push(error), onSettled: () => undefined });
      made.schedule(job, async () => undefined);
      return made;
    };
    for (const job of [older, newer]) {
      const started = version(job);
      await started.start();
      await started.stop();
    }
    const { rows } = await database.pool.query(
      'SELECT retry_limit, cron FROM jobs.queue JOIN jobs.schedule USING (name) WHERE name = $1',
      [name],
    );
    expect(rows).toEqual([{ retry_limit: 5, cron: '*/10 * * * *' }]);
    expect(faults).toEqual([]);
  });

  it('leave nothing under a former name, also after an older server has started once more', async () => {
    const older = { name: 'test.former', cron: '0 * * * *' };
    const newer = { name: 'test.present', formerName: 'test.former', cron: '0 * * * *' };
    for (const job of [older, newer, older, newer]) {
      const made = createJobs(
        test.connection,
        { onError: (error) => faults.push(error), onSettled: () => undefined },
        { working: false },
      );
      made.schedule(job, async () => undefined);
      await made.start();
      if (job === older) await made.enqueue(database.db, defineJob(older.name), {});
      await made.stop();
    }
    const { rows } = await database.pool.query(
      `SELECT name, (SELECT count(*)::integer FROM jobs.job WHERE job.name = 'test.former') AS waiting
         FROM jobs.schedule WHERE name LIKE 'test.%'`,
    );
    expect(rows).toEqual([{ name: 'test.present', waiting: 0 }]);
    expect(faults).toEqual([]);
  });
});
