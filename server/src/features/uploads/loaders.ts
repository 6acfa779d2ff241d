/**
 * Storing and using files, for the features that attach them. A row is written before the file: if the process dies in
 * between, the sweep finds the unused row and removes whatever there is. Using an upload is part of the user's transaction.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ImageFolder } from '@afterhours/contract/uploads';
import { newId } from '#db/id.ts';
import type { Db } from '#db/pool.ts';
import { inTransaction } from '#db/transaction.ts';
import type { ReceivedFile } from '#http/multipart.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { imageKeys } from './image-sizes.ts';
import { processImage } from './images.ts';
import { removeFiles } from './jobs.ts';
import { deleteUploadRows, insertUpload, markUploadsUnused, markUploadsUsed } from './queries.ts';

export type AttachableUpload = {
  id: string;
  folder: string;
  filename: string;
  width: number;
  height: number;
  placeholder: string;
};

/** Stores pictures in their sizes, in order; none is kept when one of them is refused. */
export async function storeImages(
  services: Services,
  ownerId: string,
  folder: ImageFolder,
  files: readonly ReceivedFile[],
): Promise<AttachableUpload[]> {
  const stored: AttachableUpload[] = [];
  try {
    for (const file of files) stored.push(await storeImage(services, ownerId, folder, file));
    return stored;
  } catch (error) {
    await discardUploads(services, stored);
    throw error;
  }
}

async function storeImage(
  services: Services,
  ownerId: string,
  folder: ImageFolder,
  file: ReceivedFile,
): Promise<AttachableUpload> {
  const image = await processImage(file.path, folder);
  const name = randomUUID();
  const { width, height, placeholder } = image;
  const upload = { id: newId(), folder, filename: `${name}.jpg`, width, height, placeholder };
  try {
    const bytes = image.files.reduce((sum, part) => sum + part.bytes, 0);
    await insertUpload(services.db, {
      ...upload,
      owner_id: ownerId,
      kind: 'image',
      content_type: 'image/jpeg',
      original_name: file.originalName.slice(0, 200),
      bytes,
    });
    for (const part of image.files)
      await services.storage.put(`${folder}/${name}${part.suffix}.${part.extension}`, part);
    return upload;
  } catch (error) {
    await discardUploads(services, [upload]);
    throw error;
  } finally {
    await Promise.all(image.files.map((part) => rm(part.path, { force: true })));
  }
}

/** Takes a member's unused uploads into use, in the order of `filenames`; what cannot be used is left out. */
export async function claimUploads(db: Db, ownerId: string, filenames: readonly string[]): Promise<AttachableUpload[]> {
  if (filenames.length === 0) return [];
  const rows = new Map((await markUploadsUsed(db, ownerId, filenames)).map((row) => [row.filename, row]));
  return filenames.flatMap((filename) => {
    const row = rows.get(filename);
    return row && row.width !== null && row.height !== null
      ? [{ ...row, width: row.width, height: row.height, placeholder: row.placeholder ?? '' }]
      : [];
  });
}

/**
 * Gives a member's uploads up by name. Their files stay for another day, since open pages still show them, and then go
 * like any that nothing uses; until then the member may take them into use again.
 */
export async function retireUploads(db: Db, ownerId: string, filenames: readonly string[]): Promise<void> {
  if (filenames.length > 0) await markUploadsUnused(db, ownerId, filenames);
}

/** Deletes uploads within a transaction; their files are removed by a job once it has committed. */
export async function releaseUploads(db: Db, jobs: Jobs, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await deleteUploadRows(db, ids);
  const keys = rows.flatMap((row) =>
    row.kind === 'image'
      ? imageKeys(row.folder as ImageFolder, row.filename, row.width ?? 0)
      : [`${row.folder}/${row.filename}`],
  );
  if (keys.length > 0) await jobs.enqueue(db, removeFiles, { keys });
}

/** Takes back uploads that were stored for something that did not happen. */
export async function discardUploads(services: Services, uploads: readonly AttachableUpload[]): Promise<void> {
  if (uploads.length === 0) return;
  await inTransaction(services, (tx) =>
    releaseUploads(
      tx.db,
      services.jobs,
      uploads.map((upload) => upload.id),
    ),
  );
}
