import * as contract from '@afterhours/contract/comments';
import { pageStart, toPage } from '#db/keyset.ts';
import { requirePost } from '#features/posts/loaders.ts';
import { notFound } from '#http/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { createComment, deleteComment, updateComment } from './commands.ts';
import { loadComment, loadCommentsCount } from './loaders.ts';
import { COMMENTS_LIST, commentKey, selectCommentPage, selectRepliesCount } from './queries.ts';
import { toCommentView } from './views.ts';

const { commentMessages } = contract;

type Written = { post_id: string; comment: string; comment_id?: string | null | undefined; parent_id?: string };

/** Creates or edits, as both writing calls do, and answers with the comment as its author sees it. */
async function save(services: Services, viewerId: string, body: Written) {
  const existing = body.comment_id ?? null;
  if (existing)
    await updateComment(services, viewerId, { commentId: existing, postId: body.post_id, text: body.comment });
  const commentId =
    existing ??
    (await createComment(services, viewerId, {
      postId: body.post_id,
      parentId: body.parent_id ?? null,
      text: body.comment,
    }));
  const [comment, commentsCount] = await Promise.all([
    loadComment(services.db, commentId, viewerId),
    loadCommentsCount(services.db, body.post_id, viewerId),
  ]);
  if (!comment) throw notFound(commentMessages.notFound);
  return {
    message: existing ? commentMessages.updated : commentMessages.created,
    body: comment,
    commentsCount,
  };
}

export default function register({ bind, services }: FeatureContext): void {
  bind(contract.addEditComment, ({ viewerId, body }) => save(services, viewerId, body));
  bind(contract.replyOnComment, ({ viewerId, body }) => save(services, viewerId, body));

  bind(contract.listComments, async ({ viewerId, query, body }) => {
    const start = pageStart(COMMENTS_LIST, ['id'], query);
    const thread = { postId: body.post_id, parentId: body.parent_id ?? null };
    const db = services.readsNow;
    await requirePost(db, viewerId, thread.postId);
    const [rows, total] = await Promise.all([
      selectCommentPage(db, thread, viewerId, start),
      thread.parentId === null
        ? loadCommentsCount(db, thread.postId, viewerId)
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
