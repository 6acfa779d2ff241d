/**
 * Finds the queues with due jobs in one statement for all of them: polling each would take twenty statements a second.
 */
import type { PgBoss } from 'pg-boss';

const EVERY_MS = 2_000;

const FIND_DUE = `
  SELECT name FROM unnest($1::text[]) AS queue (name)
  WHERE EXISTS (
    SELECT FROM jobs.job
    WHERE job.name = queue.name AND job.state < 'active' AND NOT job.blocked AND job.start_after < now())`;

/**
 * Wakes the workers of queues in which jobs are due: delayed ones, retries, and those that arrived while their worker
 * was busy. `workers` maps queues to their workers' ids. Returns a function that stops it.
 */
export function wakeWhenDue(
  boss: PgBoss,
  workers: ReadonlyMap<string, string>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const names = [...workers.keys()];
  let checking: Promise<void> | undefined;
  async function check(): Promise<void> {
    try {
      const { rows } = await boss.getDb().executeSql(FIND_DUE, [names]);
      for (const { name } of rows as { name: string }[]) boss.notifyWorker(workers.get(name) ?? '');
    } catch (error) {
      onError(error);
    }
  }
  const timer = setInterval(() => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await checking;
  };
}
