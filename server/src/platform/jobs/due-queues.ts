/** Finds the queues that have work, by one statement for all of them: a poll for each would be twenty a second. */
import type { PgBoss } from 'pg-boss';

const EVERY_MS = 2_000;

const FIND_DUE = `
  SELECT name FROM unnest($1::text[]) AS queue (name)
  WHERE EXISTS (
    SELECT FROM jobs.job
    WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked AND job.start_after < now())`;

/**
 * Wakes the workers of queues in which jobs are due: those that were delayed, are tried again, or came while their
 * worker was at work. `workers` are their ids by queue. Returns a function that ends it.
 */
export function wakeWhenDue(
  boss: PgBoss,
  workers: ReadonlyMap<string, string>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const names = [...workers.keys()];
  let looking: Promise<void> | undefined;
  async function look(): Promise<void> {
    try {
      const { rows } = await boss.getDb().executeSql(FIND_DUE, [names]);
      for (const { name } of rows as { name: string }[]) boss.notifyWorker(workers.get(name) ?? '');
    } catch (error) {
      onError(error);
    }
  }
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
