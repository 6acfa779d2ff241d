import { extractHashtags, hashtagSlug, MAX_POST_HASHTAGS } from '@afterhours/contract/hashtags';
import { type CreatePostBody, postMessages } from '@afterhours/contract/posts';
import { MAX_POST_FILES, uploadMessages } from '@afterhours/contract/uploads';
import { inTransaction } from '#db/transaction.ts';
import { type AttachableUpload, claimUploads, releaseUploads } from '#features/uploads/loaders.ts';
import { AppError, fieldProblem, notFound } from '#http/errors.ts';
import type { Services } from '#services.ts';
import { postDeleted, postSaved } from './events.ts';
import {
  deletePostRow,
  insertAttachments,
  insertPost,
  lockPost,
  type PostContent,
  selectAttachedUploadIds,
} from './queries.ts';

/** The tags of a post: those in its text, then those picked beside it, each once. */
function hashtagsOf(fields: Pick<CreatePostBody, 'title' | 'description' | 'hashtags'>): string[] {
  const written = extractHashtags(fields.title, fields.description);
  const known = new Set(written.map(hashtagSlug));
  const picked = (fields.hashtags ?? [])
    .map((tag) => tag.replace(/^#/, ''))
    .filter((tag) => !known.has(hashtagSlug(tag)));
  return [...new Map([...written, ...picked].map((tag) => [hashtagSlug(tag), tag])).values()].slice(
    0,
    MAX_POST_HASHTAGS,
  );
}

/** Keeps of the form what the type has; empty fields become null. */
function contentOf(fields: CreatePostBody): PostContent {
  const isJob = fields.postType === 'job';
  const isWebinar = fields.postType === 'webinar';
  return {
    title: (isJob || isWebinar ? fields.title : null) || null,
    description: fields.description,
    opening: (isJob ? fields.opening : null) || null,
    salary: (isJob ? fields.salary : null) || null,
    link: (isWebinar ? fields.link : null) || null,
    startsAt: isWebinar && fields.startsAt ? new Date(fields.startsAt) : null,
    hashtags: hashtagsOf(fields),
  };
}

/** Publishes a post with its images: `uploads` just stored, then those named by `filenames`. Returns the new id. */
export function createPost(
  services: Services,
  userId: string,
  fields: CreatePostBody,
  uploads: AttachableUpload[],
): Promise<string> {
  const filenames = fields.filenames ?? [];
  if (uploads.length + filenames.length > MAX_POST_FILES)
    throw fieldProblem('attachfiles', uploadMessages.tooManyFiles);
  return inTransaction(services, async (tx) => {
    const content = contentOf(fields);
    const named = await claimUploads(tx.db, userId, filenames);
    if (named.length < filenames.length) throw fieldProblem('filenames', uploadMessages.unknownFile);
    await claimUploads(
      tx.db,
      userId,
      uploads.map((upload) => upload.filename),
    );
    const postId = await insertPost(tx.db, userId, fields.postType, content);
    await insertAttachments(tx.db, postId, [...uploads, ...named], fields.alts ?? []);
    await tx.emit(postSaved, { postId, authorId: userId, hashtags: content.hashtags });
    return postId;
  });
}

/** Deletes the own post; its files go after the commit. 404 when it is not there, 403 when it is another's. */
export function deletePost(services: Services, userId: string, postId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const post = await lockPost(tx.db, postId);
    if (!post) throw notFound(postMessages.notFound);
    if (post.user_id !== userId) throw new AppError(403, 'Only the author can delete a post.');
    const uploadIds = await selectAttachedUploadIds(tx.db, postId);
    await deletePostRow(tx.db, postId);
    await releaseUploads(tx.db, services.jobs, uploadIds);
    await tx.emit(postDeleted, { postId, authorId: userId });
  });
}
