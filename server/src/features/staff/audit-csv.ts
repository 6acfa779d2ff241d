/** The audit log as CSV (RFC 4180). */
import type { Db } from '#db/connection/pool.ts';
import { type AuditFilters, readAudit } from './audit-queries.ts';

/** Tells spreadsheets that the file is UTF-8; without it, some show the names of members in the wrong letters. */
const BYTE_ORDER_MARK = '\uFEFF';
const HEAD = ['time', 'actor id', 'actor', 'action', 'subject', 'subject id', 'details'];

/** Prefixes a cell that begins like a formula, which a spreadsheet would run: members choose their own names. */
const toCell = (value: string): string => `"${value.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
const toLine = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`;

const describe = (details: Record<string, string>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

export async function* writeAuditCsv(db: Db, filters: AuditFilters): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${toLine(HEAD)}`;
  for await (const entry of readAudit(db, filters)) {
    const { created_at, actor_id, actor_name, action, subject_kind, subject_id, details } = entry;
    const who = [actor_id ?? '', actor_name ?? ''];
    yield toLine([created_at.toISOString(), ...who, action, subject_kind, subject_id, describe(details)]);
  }
}
