/** The removal of a member's data: at once, or in batches of which the last one removes the member. */
import { lockCounters } from '#access/members.ts';
import { memberTouched, touchPosts } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { sessionsEnded } from '#features/account/events.ts';
import { keepBannedContacts } from '#features/account/loaders.ts';
import { commentDeleted } from '#features/comments/events.ts';
import { postDeleted } from '#features/posts/events.ts';
import { releaseUploads } from '#features/uploads/loaders.ts';
import type { Services } from '#services.ts';
import * as queries from './delete-queries.ts';
import { accountDeleting, memberLeft } from './events.ts';
import { defineMove, takeSome } from './moves/moves.ts';
import { lockSomeAffected } from './moves/relation-queries.ts';

/** Removes a member who is locked. */
export async function removeLocked(services: Services, tx: Tx, userId: string): Promise<void> {
  await queries.lockAffectedPosts(tx.db, userId);
  const conversationIds = await queries.lockConversations(tx.db, userId);
  await queries.lockAffectedCounts(tx.db, userId);
  await keepBannedContacts(services, tx.db, userId);
  await tx.emit(accountDeleting, { userId });
  await tx.emit(memberTouched, { userId, changed: 'everything' });
  await tx.emit(sessionsEnded, { userId, sessionIds: await queries.selectSessionIds(tx.db, userId) });
  await releaseUploads(tx.db, services.jobs, await queries.selectUploadIds(tx.db, userId));
  await tx.emitAll(memberLeft, await queries.leaveConversations(tx.db, userId, conversationIds));
  await queries.deleteMember(tx.db, userId);
}

const POSTS_AT_ONCE = 50;
const COMMENTS_AT_ONCE = 200;
const CONVERSATIONS_AT_ONCE = 50;
const NOTIFICATIONS_AT_ONCE = 2_000;
const UPLOADS_AT_ONCE = 500;

/** Deletes a batch of the member's posts with everything below them. Returns false if there were none. */
async function deleteSomePosts(tx: Tx, userId: string): Promise<boolean> {
  const postIds = await queries.lockSomePosts(tx.db, userId, POSTS_AT_ONCE);
  if (postIds.length === 0) return false;
  await lockCounters(tx.db, [userId, ...(await queries.selectNotifiedOfPosts(tx.db, postIds))]);
  await tx.emitAll(
    postDeleted,
    postIds.map((postId) => ({ postId, authorId: userId })),
  );
  await queries.deletePosts(tx.db, postIds);
  await touchPosts(tx, postIds);
  return true;
}

async function deleteSomeComments(tx: Tx, userId: string): Promise<boolean> {
  const comments = await queries.lockSomeComments(tx.db, userId, COMMENTS_AT_ONCE);
  await tx.emitAll(
    commentDeleted,
    comments.map(({ id, post_id, parent_id }) => ({ commentId: id, postId: post_id, parentId: parent_id })),
  );
  await queries.deleteComments(
    tx.db,
    comments.map(({ id }) => id),
  );
  await touchPosts(
    tx,
    comments.map(({ post_id }) => post_id),
  );
  return comments.length === COMMENTS_AT_ONCE;
}

/** Has an anonymous member replace this one in a batch of conversations. Returns false if there were none. */
async function leaveSomeConversations(tx: Tx, userId: string): Promise<boolean> {
  const ids = await queries.lockConversations(tx.db, userId, CONVERSATIONS_AT_ONCE);
  const left = await queries.leaveConversations(tx.db, userId, ids);
  await tx.emitAll(memberLeft, left);
  return left.length > 0;
}

async function deleteSomeUploads(services: Services, tx: Tx, userId: string): Promise<boolean> {
  const ids = await queries.selectUploadIds(tx.db, userId, UPLOADS_AT_ONCE);
  await releaseUploads(tx.db, services.jobs, ids);
  return ids.length > 0;
}

/** Removes a batch of what only the member still has. Returns false if there is none. */
const removeSomeOfOwn = async (services: Services, tx: Tx, userId: string): Promise<boolean> =>
  (await queries.deleteSomeNotifications(tx.db, userId, NOTIFICATIONS_AT_ONCE)) ||
  deleteSomeUploads(services, tx, userId);

/** The last batch removes the member, with the little that is left. */
export const removal = defineMove('account-data.remove', ['deletion'], async (services, tx, userId) => {
  // The posts and conversations are locked before the posts of the next step, and before any counts.
  if (await deleteSomePosts(tx, userId)) return true;
  if (await leaveSomeConversations(tx, userId)) return true;
  await lockSomeAffected(tx.db, userId);
  if (await deleteSomeComments(tx, userId)) return true;
  if (await takeSome(tx, userId, null)) return true;
  if (await removeSomeOfOwn(services, tx, userId)) return true;
  await removeLocked(services, tx, userId);
  return false;
});
