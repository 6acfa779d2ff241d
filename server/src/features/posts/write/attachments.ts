/** Attaches images to new posts, and changes the images of existing ones. */
import { MAX_POST_FILES, uploadMessages } from '@afterhours/contract/constants/uploads';
import { postMessages, type UpdatePostBody } from '@afterhours/contract/posts/posts';
import type { Db } from '#db/connection/pool.ts';
import { type AttachableUpload, claimUploads, releaseUploads } from '#features/uploads/loaders.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import type { AttachmentRow } from '../views.ts';
import { describeAttachments, insertAttachments, orderAttachments, selectAttached } from './attachment-queries.ts';

/** The images that a form adds to a post: `uploads` were just stored for it, `filenames` earlier by a separate call. */
export type Images = {
  uploads: readonly AttachableUpload[];
  filenames: readonly string[];
  /** The descriptions of the uploads, then of the named images. */
  alts: readonly string[];
};

/** Claims a post's new images for it; returns them in their order. Throws a 422 for a name without a file. */
async function claimImages(
  db: Db,
  userId: string,
  { uploads, filenames }: Pick<Images, 'uploads' | 'filenames'>,
): Promise<AttachableUpload[]> {
  const named = await claimUploads(db, userId, filenames);
  if (named.length < filenames.length) throw fieldProblem('filenames', uploadMessages.unknownFile);
  await claimUploads(
    db,
    userId,
    uploads.map((upload) => upload.filename),
  );
  return [...uploads, ...named];
}

/** Attaches its images to a new post; returns them as the post shows them. */
export async function attachImages(db: Db, postId: string, userId: string, images: Images): Promise<AttachmentRow[]> {
  return insertAttachments(db, postId, await claimImages(db, userId, images), images.alts);
}

type AttachedRow = Awaited<ReturnType<typeof selectAttached>>[number];

/** Returns the attached images that the change removes. Throws a 422 for one that is not attached. */
function findRemoved(attached: readonly AttachedRow[], { removeFiles }: UpdatePostBody): AttachedRow[] {
  const ids = new Set(removeFiles);
  const removed = attached.filter((file) => ids.has(file.id));
  if (removed.length < ids.size) throw fieldProblem('removeFiles', postMessages.notAttached);
  return removed;
}

/** Changes the descriptions of attached images; an image listed without a description loses the one it has. */
async function changeDescriptions(
  db: Db,
  { _id, describeFiles = [], descriptions = [] }: UpdatePostBody,
): Promise<void> {
  const ids = [...new Set(describeFiles)];
  if (ids.length === 0) return;
  const alts = ids.map((id) => descriptions[describeFiles.indexOf(id)] ?? '');
  const described = await describeAttachments(db, _id, ids, alts);
  if (described < ids.length) throw fieldProblem('describeFiles', postMessages.notAttached);
}

/** Puts the images in the order of these names; images not named here follow in their previous order. */
async function applyOrder(db: Db, postId: string, names: readonly string[]): Promise<void> {
  const attached = await selectAttached(db, postId);
  const positionOf = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  const ordered = attached.toSorted((one, other) => positionOf(one.filename) - positionOf(other.filename));
  await orderAttachments(
    db,
    postId,
    ordered.map(({ id }) => id),
  );
}

/**
 * Changes the images of a locked post: adds new ones after those it has, removes others (their files are deleted after
 * the commit), then changes descriptions, then the order. At most ten images may remain.
 */
export async function changeAttachments(
  { jobs }: Pick<Services, 'jobs'>,
  db: Db,
  { userId, fields, uploads }: { userId: string; fields: UpdatePostBody; uploads: readonly AttachableUpload[] },
): Promise<void> {
  const attached = await selectAttached(db, fields._id);
  const removed = findRemoved(attached, fields);
  const attachedNames = new Set(attached.map((file) => file.filename));
  const filenames = [...new Set(fields.filenames)].filter((name) => !attachedNames.has(name));
  const total = attached.length - removed.length + uploads.length + filenames.length;
  if (total > MAX_POST_FILES) throw fieldProblem('attachfiles', uploadMessages.tooManyFiles);
  const added = await claimImages(db, userId, { uploads, filenames });
  const from = (attached.at(-1)?.position ?? -1) + 1;
  await insertAttachments(db, fields._id, added, fields.alts ?? [], from);
  await releaseUploads(
    db,
    jobs,
    removed.map((file) => file.upload_id),
  );
  await changeDescriptions(db, fields);
  if (fields.order) await applyOrder(db, fields._id, fields.order);
}
