/**
 * A backup is one tar archive:
 *
 *   manifest.json                      the format, the database's migrations, and each table's columns
 *   tables/<table>/<number>.copy.gz    rows, in COPY's text format, in parts of some megabytes
 *   files/<folder>/<name>              uploaded files, unchanged
 *   end.json                           the numbers of rows, files and bytes, and the digest of all previous entries
 *
 * The digest is the SHA-256 over one line per entry, `<sha-256 of its bytes>  <name>`, in the order of the archive. It
 * comes last, so that an archive is written in one go, and a truncated one is recognised by its missing end.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const END = 'end.json';

export const manifest = z.object({
  product: z.literal('afterhours'),
  format: z.literal(FORMAT),
  createdAt: z.string(),
  /** The names of the migrations that the database had, in order. */
  migrations: z.array(z.string()),
  /** The major version of PostgreSQL in which the rows were stored; missing in older backups. */
  postgres: z.optional(z.int()),
  withFiles: z.boolean(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Manifest = z.infer<typeof manifest>;

export const summary = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.record(z.string(), z.object({ last: z.string(), called: z.boolean() })),
  files: z.int(),
  fileBytes: z.int(),
  digest: z.string(),
});
export type Summary = z.infer<typeof summary>;

/** The running digest of an archive's entries. */
export function createDigest() {
  const digest = createHash('sha256');
  return {
    add(name: string, sha256: string): void {
      digest.update(`${sha256}  ${name}\n`);
    },
    end: (): string => digest.copy().digest('hex'),
  };
}

export const tablePart = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy.gz`;

/** Parses the name of an entry; returns null for a name that no backup contains. */
export function readEntryName(name: string): { table: string } | { file: string } | null {
  const table = /^tables\/(\w+)\/\d+\.copy\.gz$/.exec(name)?.[1];
  if (table !== undefined) return { table };
  const file = /^files\/([a-z]+\/[\w-]+(?:\.[a-z0-9]+)?)$/i.exec(name)?.[1];
  return file === undefined ? null : { file };
}
