import { counted } from '#texts/counted.ts';
import { type Check, type Finding, fail, ok, warn } from './finding.ts';

/**
 * Rows that should no longer exist, because a job deletes expired rows every hour; with some slack for a busy queue.
 */
const expired: Record<string, string> = {
  sessions: "expires_at < now() - interval '1 day'",
  mailed_secrets: "expires_at < now() - interval '1 day'",
  reset_links: "expires_at < now() - interval '1 day'",
  export_links: "expires_at < now() - interval '1 day'",
  used_nonces: "expires_at < now() - interval '1 day'",
  used_proofs: "expires_at < now() - interval '1 day'",
  email_changes: "expires_at < now() - interval '1 day'",
  sign_in_challenges: "expires_at < now() - interval '1 day'",
  idempotency_keys: "created_at < now() - interval '2 days'",
  failed_attempts: "expire < extract(epoch FROM now() - interval '1 day') * 1000",
  uploads: "used_at IS NULL AND created_at < now() - interval '2 days'",
  feed_snapshots: "taken_at < now() - interval '1 day'",
  payments: "status = 'pending' AND created_at < now() - interval '1 day'",
};

const OLD_JOBS = `SELECT name, count(*)::integer AS count FROM jobs.job
  WHERE state < 'active' AND start_after < now() - interval '15 minutes' GROUP BY name ORDER BY name`;

/** Jobs that failed and are retried, or were given up within the last day, with their last error. */
const FAILING_JOBS = `SELECT name, count(*)::integer AS count, (array_agg(output->>'message'
  ORDER BY started_on DESC))[1] AS "lastError"
  FROM jobs.job WHERE state = 'retry' OR (state = 'failed' AND completed_on > now() - interval '1 day')
  GROUP BY name ORDER BY name`;

/** Whether servers are running, but none that runs jobs: such a one looks for scheduled jobs every half minute. */
const NOBODY_WORKS = `SELECT EXISTS (SELECT FROM presence_nodes WHERE beat_at > now() - interval '1 minute')
  AND NOT EXISTS (SELECT FROM jobs.version WHERE cron_on > now() - interval '3 minutes') AS idle`;

const worker = 'Check that a server with the role all or worker is running. Its log says why a job fails.';

export const checkLeftovers: Check = {
  name: 'Jobs and cleanup',
  async run({ pool }) {
    const findings: Finding[] = [];
    for (const [table, condition] of Object.entries(expired)) {
      const { rows } = await pool.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM ${table} WHERE ${condition}`,
      );
      const count = rows[0]?.count ?? 0;
      if (count > 0)
        findings.push(
          warn(`${table}: ${counted(count, 'row', 'rows')} that jobs should have settled or deleted`, worker),
        );
    }
    const there = await pool.query<{ there: boolean }>("SELECT to_regclass('jobs.job') IS NOT NULL AS there");
    if (there.rows[0]?.there === true) {
      const works = await pool.query<{ idle: boolean }>(NOBODY_WORKS);
      if (works.rows[0]?.idle === true)
        findings.push(fail('no server runs jobs: mails, reminders and exports wait', worker));
      const { rows } = await pool.query<{ name: string; count: number }>(OLD_JOBS);
      for (const { name, count } of rows) {
        const waiting = counted(count, `job of the kind ${name} has`, `jobs of the kind ${name} have`);
        findings.push(warn(`${waiting} waited for more than 15 minutes`, worker));
      }
      const failing = await pool.query<{ name: string; count: number; lastError: string | null }>(FAILING_JOBS);
      for (const { name, count, lastError } of failing.rows) {
        const failed = counted(count, `job of the kind ${name} fails`, `jobs of the kind ${name} fail`);
        const reason = lastError ?? 'no reason is recorded';
        findings.push(warn(`${failed}: ${reason}`, 'Jobs are retried at growing intervals.'));
      }
    }
    return findings.length > 0 ? findings : [ok('no job is overdue')];
  },
};
