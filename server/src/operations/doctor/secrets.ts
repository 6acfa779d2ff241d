/**
 * Sealed values: whether this installation has the key that opens them, and whether only the server can read the key.
 */
import { stat } from 'node:fs/promises';
import { keyFile } from '#platform/secrets/key-file.ts';
import { cellOf, sealedColumns } from '#platform/secrets/sealed-columns.ts';
import { findKeyId, openSecrets } from '#start/secrets-key.ts';
import { type Check, type Finding, fail, messageOf, ok, warn } from './finding.ts';

export const checkSecrets: Check = {
  name: 'Secrets',
  async run({ config, db, pool }) {
    if ((await findKeyId(db)) === null) return [ok('nothing is sealed before the first start')];
    const secrets = await openSecrets(config, db).catch((error: unknown) => messageOf(error));
    if (typeof secrets === 'string') return [fail(secrets, 'Restore the key as described in docs/operations.md.')];
    const findings: Finding[] = [];
    for (const { what, advice, ...column } of sealedColumns) {
      const { rows } = await pool.query<{ id: string; value: string }>(
        `SELECT ${column.row} AS id, ${column.column} AS value FROM ${column.table} ORDER BY 1 DESC LIMIT 1`,
      );
      const [row] = rows;
      if (row && (await secrets.open(cellOf(column, row.id), row.value)) === null)
        findings.push(fail(`${what}: a value cannot be opened`, advice));
    }
    const mode = config.secretsKeys.length > 0 ? 0 : ((await stat(keyFile(config)).catch(() => null))?.mode ?? 0);
    if ((mode & 0o077) !== 0)
      findings.push(warn(`${keyFile(config)} can be read by others`, `Restrict it: chmod 600 ${keyFile(config)}`));
    return findings.length > 0 ? findings : [ok('sealed values can be opened')];
  },
};
