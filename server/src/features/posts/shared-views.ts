/** Posts by id as they are for nobody in particular, which is what nearly every page is made of. One statement. */
import { COMMENTS_SHOWN } from '@afterhours/contract/comments';
import { LIKES_SHOWN, type Post } from '@afterhours/contract/posts';
import { sql } from 'kysely';
import type { Db } from '#db/pool.ts';
import { prepare } from '#db/prepared.ts';
import { type CommentJson, firstCommentsJson, fromCommentJson } from '#features/comments/loaders.ts';
import { newestLikesText } from '#features/likes/loaders.ts';
import { attachmentColumns, postColumns } from './columns.ts';
import { type AttachmentRow, type PostRow, toAttachmentView, toPostView, untouched } from './views.ts';

type SharedRow = PostRow & {
  attachments: AttachmentRow[] | null;
  likes_text: string | null;
  comments: CommentJson[] | null;
};

const postId = sql.ref('p.id');

const selectShared = prepare<{ ids: readonly string[] }, SharedRow>(
  'shared-posts',
  ({ ids }) => sql<SharedRow>`
    SELECT ${postColumns},
      (SELECT json_agg(pictures) FROM (
        SELECT ${attachmentColumns} FROM post_attachments a WHERE a.post_id = p.id ORDER BY a.position
      ) pictures) AS attachments,
      ${newestLikesText(postId, LIKES_SHOWN)} AS likes_text,
      ${firstCommentsJson(postId, COMMENTS_SHOWN)} AS comments
    FROM posts p JOIN users u ON u.id = p.user_id WHERE p.id = ANY (${ids}::uuid[])`,
);

/** A post as nobody in particular sees it, but with the link its author set, and its likes as JSON text. */
export type SharedView = { view: Omit<Post, 'likes'>; likes: string };

function toSharedView(row: SharedRow): SharedView {
  const parts = {
    row,
    attachments: (row.attachments ?? []).map(toAttachmentView),
    likes: [],
    comments: (row.comments ?? []).map(fromCommentJson),
    state: untouched,
    payment: null,
  };
  return { view: Object.assign(toPostView(parts, null), { link: row.link }), likes: row.likes_text ?? '[]' };
}

/** In no order; what is not there is left out. */
export async function loadSharedViews(db: Db, ids: readonly string[]): Promise<SharedView[]> {
  return (await selectShared(db, { ids })).map(toSharedView);
}
