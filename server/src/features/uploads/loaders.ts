/**
 * Stores files and claims them, for the features that attach them. The row is written before the file: if the process
 * dies in between, a job finds the unused row and deletes the file. An upload is claimed in the caller's
 * transaction.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { ReceivedFile } from '#http/body/multipart.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { imageKeys, variantsOf } from '#platform/pictures/image-sizes.ts';
import type { Services } from '#services.ts';
import { requireDocument, toFileName } from './documents.ts';
import { processImage } from './images.ts';
import { removeFiles } from './jobs.ts';
import { selectKept } from './kept-files.ts';
import {
  deleteUploadRows,
  insertUpload,
  markUploadsUnused,
  markUploadsUsed,
  markUploadsUsedById,
  type NewUpload,
} from './queries.ts';
import { requireStorage } from './storage-limits.ts';

export { keepFiles, releaseKept } from './kept-files.ts';
export { loadSigner, noFiles, requireSigned, type SignUrl } from './signed-urls.ts';

export type AttachableUpload = {
  id: string;
  folder: string;
  filename: string;
  width: number;
  height: number;
  placeholder: string;
};

/** Stores images in all sizes, in order; keeps none if one of them is rejected. */
export async function storeImages(
  services: Services,
  ownerId: string,
  folder: ImageFolder,
  files: readonly ReceivedFile[],
): Promise<AttachableUpload[]> {
  if (files.length > 0) await requireStorage(services.db, services, ownerId);
  const stored: AttachableUpload[] = [];
  try {
    for (const file of files) stored.push(await storeImage(services, ownerId, folder, file));
    return stored;
  } catch (error) {
    await discardUploads(services, stored);
    throw error;
  }
}

/** Inserts an upload's row, if its owner has enough storage left. */
const addUpload = (services: Services, upload: NewUpload): Promise<void> =>
  inTransaction(services, async (tx) => {
    await insertUpload(tx.db, upload);
    if (upload.owner_id !== null) await requireStorage(tx.db, services, upload.owner_id);
  });

/** Pictures that belong to no member, such as the logo and those of link cards, take turns like those of a member. */
const NO_MEMBER = 'nobody';

async function storeImage(
  services: Services,
  ownerId: string | null,
  folder: ImageFolder,
  file: ReceivedFile,
): Promise<AttachableUpload & { bytes: number }> {
  const image = await processImage(services.pictures, file.path, { owner: ownerId ?? NO_MEMBER, folder });
  const name = randomUUID();
  const { width, height, placeholder } = image;
  const upload = { id: newId(), folder, filename: `${name}.jpg`, width, height, placeholder };
  try {
    const bytes = image.files.reduce((sum, part) => sum + part.bytes, 0);
    const largest = image.files.find((part) => part.suffix === '' && part.extension === 'jpg')?.bytes ?? bytes;
    await addUpload(services, {
      ...upload,
      owner_id: ownerId,
      kind: 'image',
      content_type: 'image/jpeg',
      original_name: file.originalName.slice(0, 200),
      bytes,
    });
    for (const part of image.files)
      await services.storage.put(`${folder}/${name}${part.suffix}.${part.extension}`, part);
    return { ...upload, bytes: largest };
  } catch (error) {
    await discardUploads(services, [upload]);
    throw error;
  } finally {
    await Promise.all(image.files.map((part) => rm(part.path, { force: true })));
  }
}

/** Stores an image that belongs to no member, such as the logo. The caller must claim it. */
export const storeOwnImage = (
  services: Services,
  file: ReceivedFile,
  folder: ImageFolder = 'users',
): Promise<AttachableUpload> => storeImage(services, null, folder, file);

export type StoredFile = {
  id: string;
  kind: 'image' | 'document';
  filename: string;
  name: string;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  placeholder: string | null;
};

/** Stores a PDF or Word document in the private folder; throws a 415 for any other file. */
async function storeDocument(services: Services, ownerId: string, file: ReceivedFile): Promise<StoredFile> {
  const { extension, contentType } = await requireDocument(file.path);
  const upload = { id: newId(), kind: 'document' as const, filename: `${randomUUID()}.${extension}` };
  const none = { width: null, height: null, placeholder: null };
  const name = toFileName(file.originalName, extension);
  try {
    await addUpload(services, {
      ...upload,
      ...none,
      owner_id: ownerId,
      folder: 'message',
      content_type: contentType,
      original_name: name,
      bytes: file.bytes,
    });
    await services.storage.put(`message/${upload.filename}`, { path: file.path, bytes: file.bytes, contentType });
    return { ...upload, ...none, name, contentType, bytes: file.bytes };
  } catch (error) {
    await discardUploads(services, [upload]);
    throw error;
  }
}

const documentBytes = (files: readonly ReceivedFile[]): number =>
  files.reduce((sum, { kind, bytes }) => (kind === 'document' ? sum + bytes : sum), 0);

/** Stores a message's files in order, with images re-encoded; keeps none if one of them is rejected. */
export async function storeMessageFiles(
  services: Services,
  ownerId: string,
  files: readonly ReceivedFile[],
): Promise<StoredFile[]> {
  if (files.length > 0) await requireStorage(services.db, services, ownerId, documentBytes(files));
  const stored: StoredFile[] = [];
  try {
    for (const file of files) {
      if (file.kind === 'document') stored.push(await storeDocument(services, ownerId, file));
      else {
        const { folder: _private, bytes, ...image } = await storeImage(services, ownerId, 'message', file);
        const name = toFileName(file.originalName, 'jpg');
        stored.push({ ...image, kind: 'image', name, contentType: 'image/jpeg', bytes });
      }
    }
    return stored;
  } catch (error) {
    await discardUploads(services, stored);
    throw error;
  }
}

/** Claims uploads that were just stored; returns false if one of them is gone. */
export async function takeIntoUse(db: Db, ids: readonly string[]): Promise<boolean> {
  return ids.length === 0 || (await markUploadsUsedById(db, ids)) === ids.length;
}

/** Returns the storage key of a message's image as shown in a chat: the smaller size, if there are two. */
export function shownImageKey(filename: string, width: number, extension: 'jpg' | 'webp'): string {
  const suffix = variantsOf('message', width)[0]?.suffix ?? '';
  return `message/${filename.replace(/\.jpg$/, '')}${suffix}.${extension}`;
}

/** Claims a member's unused uploads, in the order of `filenames`; leaves out those that cannot be used. */
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
 * Releases uploads by name, of a member or (null) without an owner. Their files stay for another day, since open pages
 * still show them, and are then deleted like any unused upload. Until then the member may claim them again.
 */
export async function retireUploads(db: Db, ownerId: string | null, filenames: readonly string[]): Promise<void> {
  if (filenames.length > 0) await markUploadsUnused(db, ownerId, filenames);
}

export type NamedUpload = Pick<AttachableUpload, 'filename'> & {
  folder: ImageFolder;
  kind: 'image' | 'document';
  width: number | null;
};

/** Returns the storage keys of an upload: those of all sizes for an image, and a single one for a document. */
export function keysOfUpload({ kind, folder, filename, width }: NamedUpload): string[] {
  return kind === 'image' ? imageKeys(folder, filename, width ?? 0) : [`${folder}/${filename}`];
}

/** Deletes uploads within a transaction; a job deletes their files after the commit, except those that are kept. */
export async function releaseUploads(db: Db, jobs: Jobs, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await deleteUploadRows(db, ids);
  const kept = await selectKept(
    db,
    rows.map(({ filename }) => filename),
  );
  const keys = rows.filter(({ filename }) => !kept.has(filename)).flatMap(keysOfUpload);
  if (keys.length > 0) await jobs.enqueue(db, removeFiles, { keys });
}

/** Deletes uploads after attaching them has failed. */
export async function discardUploads(services: Services, uploads: readonly { id: string }[]): Promise<void> {
  if (uploads.length === 0) return;
  await inTransaction(services, (tx) =>
    releaseUploads(
      tx.db,
      services.jobs,
      uploads.map((upload) => upload.id),
    ),
  );
}
