/**
 * Copies rows out of tables and into them with COPY in its text format, which any later version of PostgreSQL reads.
 */
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ClientBase, escapeIdentifier } from 'pg';
import { from, to } from 'pg-copy-streams';
import type { ArchiveWriter } from './archive-writer.ts';
import type { Table } from './catalog.ts';
import { tablePart } from './format.ts';

const compress = promisify(gzip);
/** Held in memory as a whole, because the archive needs the size of a part before its bytes. */
const PART_BYTES = 4 * 1024 * 1024;

const columnsOf = (table: Table): string =>
  `${escapeIdentifier(table.name)} (${table.columns.map(escapeIdentifier).join(', ')})`;

/**
 * Adds a table's rows to the archive; returns their number. A part may end anywhere: a row may continue in the next
 * one.
 */
export async function dumpTable(client: ClientBase, table: Table, archive: ArchiveWriter): Promise<number> {
  const stream = client.query(to(`COPY ${columnsOf(table)} TO STDOUT`));
  let chunks: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  const flush = async (): Promise<void> => {
    if (bytes === 0) return;
    number += 1;
    await archive.add(tablePart(table.name, number), await compress(Buffer.concat(chunks), { level: 3 }));
    [chunks, bytes] = [[], 0];
  };
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= PART_BYTES) await flush();
  }
  await flush();
  return stream.rowCount;
}

export type TableLoad = { add(part: Readable): Promise<void>; end(): Promise<number> };

/** Starts to fill a table; `end` returns the number of rows. */
export function loadTable(client: ClientBase, table: Table): TableLoad {
  const stream = client.query(from(`COPY ${columnsOf(table)} FROM STDIN`));
  const failed = new Promise<never>((_resolve, reject) => stream.once('error', reject));
  failed.catch(() => undefined);
  const ended = new Promise<void>((resolve) => stream.once('finish', resolve));
  return {
    async add(part) {
      for await (const chunk of part) {
        if (stream.write(chunk)) continue;
        await Promise.race([new Promise((resolve) => stream.once('drain', resolve)), failed]);
      }
    },
    async end() {
      stream.end();
      await Promise.race([ended, failed]);
      return stream.rowCount;
    },
  };
}
