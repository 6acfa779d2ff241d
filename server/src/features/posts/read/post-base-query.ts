/** Loads the post bases that nearly every page consists of: posts by id, without a viewer. One statement. */
import { COMMENTS_SHOWN } from '@afterhours/contract/comments';
import { LIKES_SHOWN } from '@afterhours/contract/posts';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import { prepare } from '#db/statements/prepared.ts';
import { type CommentJson, firstCommentsJson, fromCommentJson } from '#features/comments/loaders.ts';
import { newestLikesText } from '#features/likes/loaders.ts';
import { type AttachmentRow, type PostRow, toAttachmentView, toPostBaseFields } from '../views.ts';
import { attachmentColumns, postColumns } from './columns.ts';
import type { PostTexts } from './post-text.ts';

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

/** JSON text without the closing brace. */
const open = (value: object): string => JSON.stringify(value).slice(0, -1);

function toTexts(row: SharedRow): PostTexts {
  const fields = open(toPostBaseFields(row, (row.attachments ?? []).map(toAttachmentView)));
  return {
    id: row.id,
    authorId: row.user_id,
    postType: row.post_type,
    link: row.link,
    text: `${fields},"likes":${row.likes_text ?? '[]'}`,
    comments: (row.comments ?? []).map((comment) => ({ id: comment.comment_id, text: open(fromCommentJson(comment)) })),
  };
}

/**
 * Returns the bases of posts, in no order, without deleted ones. The views name each field, so that no other can leave;
 * the tests of the pages compare them with the contract.
 */
export async function loadPostBases(db: Db, ids: readonly string[]): Promise<PostTexts[]> {
  return (await selectShared(db, { ids })).map(toTexts);
}
