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
 * Calls `wake` with each of these queues in which jobs are due, now and every two seconds: delayed jobs, retries, and
 * those that arrived while their worker was busy or before it was started. Returns a function that stops it.
 */
export function wakeWhenDue(
  boss: PgBoss,
  names: readonly string[],
  wake: (name: string) => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let checking: Promise<void> | undefined;
  async function check(): Promise<void> {
    try {
      const { rows } = await boss.getDb().executeSql(FIND_DUE, [names]);
      await Promise.all((rows as { name: string }[]).map(({ name }) => wake(name)));
    } catch (error) {
      onError(error);
    }
  }
  const begin = () => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
  };
  begin();
  const timer = setInterval(begin, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await checking;
  };
}
