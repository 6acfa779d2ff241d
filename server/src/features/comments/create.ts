/** Writes comments. Those that arrive at the same time, from any members, are committed together. */
import { commentMessages } from '@afterhours/contract/constants/comments';
import type { Comment } from '@afterhours/contract/posts/comments';
import { postMessages } from '@afterhours/contract/posts/posts';
import { postTouched } from '#access/touched.ts';
import type { Tx } from '#db/events.ts';
import { batchCalls } from '#db/statements/batch-calls.ts';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { contentScreened } from '#features/automation/events.ts';
import { insertMentions, notifyMentioned, type ResolvedMention, resolveMentions } from '#features/mentions/loaders.ts';
import { notFound } from '#http/errors/errors.ts';
import { storeCreatedIds } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import {
  findParents,
  insertComments,
  lockPostThreads,
  type NewComment,
  type Parent,
  selectNewComments,
} from './create-queries.ts';
import { commentCreated, commentHeld } from './events.ts';
import { toCommentView } from './views.ts';

type Created = { comment: Comment; commentsCount: number };
/** The result for one comment: the comment with its post's count, or what the member cannot see. */
type Outcome = Created | 'no post' | 'no parent';

/** A comment that can be stored: its post and its parent are visible to the member. */
type Admitted = NewComment & {
  index: number;
  ownerId: string;
  parent: Parent | null;
  mentions: readonly ResolvedMention[];
};

type Stored = Admitted & { commentId: string; holdId: string | null };

/**
 * The authors of the post and of the parent are notified of the comment itself, so they are not notified of a mention.
 */
const toMentioning = ({ commentId, postId, text, userId, ownerId, parent, mentions }: Stored) => ({
  id: commentId,
  postId,
  text,
  authorId: userId,
  mentions,
  notifiedOtherwise: parent ? [ownerId, parent.ownerId] : [ownerId],
});

async function store(tx: Tx, admitted: readonly Admitted[]): Promise<Stored[]> {
  const all = admitted.map((one) => ({
    ...one,
    threadId: one.parent?.threadId ?? null,
    holdId: one.verdict.heldRule === null ? null : newId(),
  }));
  const ids = await insertComments(tx.db, all);
  return all.map((one, index) => ({ ...one, commentId: ids[index] ?? '' }));
}

const toCreated = ({ commentId, postId, text, ownerId, userId, parent }: Stored) => ({
  commentId,
  postId,
  text,
  postOwnerId: ownerId,
  actorId: userId,
  parent: parent && { commentId: parent.commentId, ownerId: parent.ownerId },
});

/** Whether others can see the comment. A held comment is announced when a moderator releases it. */
const isShown = ({ holdId }: Stored): boolean => holdId === null;

const toScreened = ({ commentId, holdId, verdict: { rules } }: Stored) =>
  rules.length === 0 ? [] : [{ kind: 'comment' as const, subjectId: commentId, rules, holdId }];

function createAll(services: Services, all: readonly NewComment[], readyToCommit: () => void): Promise<Outcome[]> {
  const work = async (tx: Tx): Promise<Outcome[]> => {
    const mentions = await resolveMentions(
      tx.db,
      all.map(({ userId, text }) => ({ authorId: userId, text })),
    );
    const owners = await lockPostThreads(tx.db, all);
    // The posts are locked by now: a comment that is deleted concurrently is either gone, or stays until the end.
    const parents = await findParents(tx.db, all);
    const outcomes: Outcome[] = all.map((_one, index) => (owners.has(index) ? 'no parent' : 'no post'));
    const admitted = all.flatMap((one, index): Admitted[] => {
      const ownerId = owners.get(index);
      const parent = parents.get(index) ?? null;
      const isThere = one.parentId === null || parent?.postId === one.postId;
      return ownerId !== undefined && isThere
        ? [{ ...one, index, ownerId, parent, mentions: mentions[index] ?? [] }]
        : [];
    });
    if (admitted.length === 0) return outcomes;
    const stored = await store(tx, admitted);
    await storeCreatedIds(
      tx.db,
      stored.map(({ claim, commentId }) => ({ claim, createdId: commentId })),
    );
    const mentioning = stored.map(toMentioning);
    await insertMentions(tx.db, 'comment', mentioning);
    await tx.emitAll(commentCreated, stored.filter(isShown).map(toCreated));
    await tx.emitAll(
      commentHeld,
      stored
        .filter((one) => !isShown(one))
        .map(({ commentId, postId, userId }) => ({ commentId, postId, authorId: userId })),
    );
    await tx.emitAll(postTouched, stored.filter(isShown));
    await tx.emitAll(contentScreened, stored.flatMap(toScreened));
    await notifyMentioned(tx, 'comment', mentioning);
    for (const row of await selectNewComments(tx.db, stored)) {
      const index = stored[row.ordinal - 1]?.index ?? 0;
      const held_rule = stored[row.ordinal - 1]?.verdict.heldRule ?? null;
      outcomes[index] = { comment: toCommentView({ ...row, held_rule }), commentsCount: row.comments_count };
    }
    return outcomes;
  };
  return inTransaction(services, work, readyToCommit);
}

/**
 * Adds a comment, or a reply if `parentId` is given; a reply to a reply joins its thread. Returns it as its author sees
 * it, with the exact count of its post. Throws a 404 if the post or the parent is not visible, or if the parent belongs
 * to another post.
 */
export type CreateComment = (comment: NewComment) => Promise<Created>;

export function createCommenting(services: Services): CreateComment {
  const create = batchCalls<NewComment, Outcome>({
    run: (all, readyToCommit) => createAll(services, all, readyToCommit),
    // Comments by one member on one post keep the order in which they arrived.
    keyOf: ({ userId, postId }) => `${userId}/${postId}`,
  });
  return async (comment) => {
    const outcome = await create(comment);
    if (outcome === 'no post') throw notFound(postMessages.notFound);
    if (outcome === 'no parent') throw notFound(commentMessages.notFound);
    return outcome;
  };
}
