import type { MessageDescriptor, WrittenText } from '@afterhours/contract/base/message';
import { commentMessages } from '@afterhours/contract/constants/comments';
import { automationMessages } from '@afterhours/contract/moderation/automation';
import * as contract from '@afterhours/contract/posts/comments';
import { requirePost } from '#access/posts.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { createNewMemberLimit, loadScreening } from '#features/automation/loaders.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { currentClaim, findCreatedId } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { deleteComment, updateComment } from './commands.ts';
import { type CreateComment, createCommenting } from './create.ts';
import { loadComment, loadCommentsCount } from './loaders.ts';
import { COMMENTS_LIST, commentKey, countThreads, selectCommentPage, selectRepliesCount } from './queries.ts';
import { toCommentView } from './views.ts';

type Written = { post_id: string; comment: string; comment_id?: string | null | undefined; parent_id?: string };

/** Returns the message for the comment's author, who alone sees a held comment. */
const messageOf = ({ held }: contract.Comment, otherwise: MessageDescriptor): MessageDescriptor | WrittenText =>
  held ? english(automationMessages.heldComment, { rule: held.rule }) : otherwise;

type Writing = { services: Services; create: CreateComment; limit: ReturnType<typeof createNewMemberLimit> };

/** Returns a stored comment as its author sees it. */
async function respondWith({ db }: Services, viewerId: string, commentId: string, otherwise: MessageDescriptor) {
  const comment = await loadComment(db, commentId, viewerId);
  if (!comment) throw notFound(commentMessages.notFound);
  const commentsCount = await loadCommentsCount(db, comment.post_id, viewerId);
  return { message: messageOf(comment, otherwise), body: comment, commentsCount };
}

/** Creates or edits a comment, for both writing routes, and returns it as its author sees it. */
async function save({ services, create, limit }: Writing, viewerId: string, body: Written) {
  const { post_id: postId, comment: text } = body;
  const commentId = body.comment_id ?? null;
  const createdId = findCreatedId();
  if (createdId !== null) return respondWith(services, viewerId, createdId, commentMessages.created);
  if (commentId === null) {
    const verdict = (await loadScreening(services)).screen('comments', [text]);
    const created = await limit({ userId: viewerId, texts: [text] }, () =>
      create({ userId: viewerId, postId, parentId: body.parent_id ?? null, text, verdict, claim: currentClaim() }),
    );
    return {
      message: messageOf(created.comment, commentMessages.created),
      body: created.comment,
      commentsCount: created.commentsCount,
    };
  }
  const before = async () => [(await loadComment(services.db, commentId, viewerId))?.comment];
  await limit({ userId: viewerId, texts: [text], before }, () =>
    updateComment(services, viewerId, { commentId, postId, text }),
  );
  return respondWith(services, viewerId, commentId, commentMessages.updated);
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  const writing = { services, create: createCommenting(services), limit: createNewMemberLimit(context, 'comments') };
  bind(contract.addEditComment, ({ viewerId, body }) => save(writing, viewerId, body));
  bind(contract.replyOnComment, ({ viewerId, body }) => save(writing, viewerId, body));

  bind(contract.listComments, async ({ viewerId, query, body }) => {
    const start = pageStart(COMMENTS_LIST, ['id'], query);
    const thread = { postId: body.post_id, parentId: body.parent_id ?? null };
    const db = services.readsNow;
    if (thread.parentId !== null) await requirePost(db, viewerId, thread.postId);
    const [rows, total] = await Promise.all([
      selectCommentPage(db, thread, viewerId, start),
      thread.parentId === null
        ? countThreads(db, thread.postId, viewerId)
        : selectRepliesCount(db, thread.parentId, viewerId),
    ]);
    const { items, ...paging } = toPage(COMMENTS_LIST, rows, start, commentKey);
    return { body: items.map(toCommentView), total, ...paging };
  });

  bind(contract.deleteComment, async ({ viewerId, params }) => {
    const { postId, parentId } = await deleteComment(services, viewerId, params.id);
    const commentsCount = await loadCommentsCount(services.db, postId, viewerId);
    return {
      message: commentMessages.deleted,
      body: { _id: params.id, post_id: postId, parent_id: parentId },
      commentsCount,
    };
  });
}
