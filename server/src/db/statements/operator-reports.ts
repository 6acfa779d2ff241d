/** Reports that the operator's commands leave for the owners' overview. */
import type pg from 'pg';
import type { OperatorReportsTable } from '../schema/tables/operations.ts';

type Report = { kind: OperatorReportsTable['kind']; name: string; report: object };

/**
 * Stores a report in place of the previous one. Errors are ignored (a database that is older than the table, or
 * read-only): the command has done its work all the same.
 */
export async function storeReport(db: Pick<pg.ClientBase, 'query'>, { kind, name, report }: Report): Promise<void> {
  await db
    .query(
      `INSERT INTO operator_reports (kind, name, report) VALUES ($1, $2, $3)
       ON CONFLICT (kind, name) DO UPDATE SET report = excluded.report, made_at = now()`,
      [kind, name, JSON.stringify(report)],
    )
    .catch(() => undefined);
}

/** Deletes the reports of a kind except those with these names, such as the report of a check that no longer exists. */
export async function deleteReportsExcept(
  db: Pick<pg.ClientBase, 'query'>,
  { kind, names }: { kind: Report['kind']; names: readonly string[] },
): Promise<void> {
  await db
    .query('DELETE FROM operator_reports WHERE kind = $1 AND name <> ALL ($2::text[])', [kind, names])
    .catch(() => undefined);
}
