/** The uploaded files of the rows in a backup. */
import type { ClientBase } from 'pg';
import { BEFORE_ALL_IDS } from '#db/statements/id.ts';
import { keysOfUpload, type NamedUpload } from '#features/uploads/loaders.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { ArchiveWriter } from './archive-writer.ts';

const BATCH_SIZE = 500;

/** Yields every upload, in the transaction of `client`, in batches. */
async function* readUploads(client: ClientBase): AsyncGenerator<NamedUpload & { used: boolean }> {
  let last = BEFORE_ALL_IDS;
  for (;;) {
    const { rows } = await client.query<NamedUpload & { id: string; used: boolean }>(
      `SELECT id, folder, filename, kind, width, used_at IS NOT NULL AS used FROM uploads WHERE id > $1 ORDER BY id
        LIMIT $2`,
      [last, BATCH_SIZE],
    );
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.id;
  }
}

export type CopiedFiles = { files: number; bytes: number; missing: string[] };

/** Adds the files to the archive. Reports a missing file if its upload is in use. */
export async function dumpFiles(client: ClientBase, storage: Storage, archive: ArchiveWriter): Promise<CopiedFiles> {
  const copied: CopiedFiles = { files: 0, bytes: 0, missing: [] };
  for await (const upload of readUploads(client)) {
    for (const key of keysOfUpload(upload)) {
      const object = await storage.read(key);
      if (object) {
        await archive.addStream(`files/${key}`, object.bytes, object.stream);
        copied.files += 1;
        copied.bytes += object.bytes;
        // Otherwise the upload is still being received: its row is written before its files.
      } else if (upload.used) copied.missing.push(key);
    }
  }
  return copied;
}
