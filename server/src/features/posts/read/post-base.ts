/** A post as seen by everyone who has blocked nobody and reported nothing, and the statement that loads such posts. */
import { COMMENTS_SHOWN } from '@afterhours/contract/constants/comments';
import type { Job } from '@afterhours/contract/jobs/jobs';
import type { Mention } from '@afterhours/contract/posts/mentions';
import { sql } from 'kysely';
import { postVisibility } from '#access/audience.ts';
import { hiddenCommentsCount, hiddenLikesCount } from '#access/hidden-counts.ts';
import { heldRule, memberVisible, postVisible } from '#access/visibility.ts';
import { sellerHasTax } from '#community/seller.ts';
import type { Db } from '#db/connection/pool.ts';
import { anyValue, prepareForViewer } from '#db/statements/prepared.ts';
import type { Viewer } from '#db/statements/viewers.ts';
import { type CommentJson, firstCommentsJson, fromCommentJson } from '#features/comments/loaders.ts';
import { postJob, toJobView } from '#features/hiring/loaders.ts';
import { postCard } from '#features/link-cards/loaders.ts';
import { MENTIONED_ID, mentionsJson } from '#features/mentions/loaders.ts';
import { personColumns } from '#features/people/loaders.ts';
import { type AttachmentRow, type PostRow, toPostBaseFields } from '../views.ts';
import { toWebinarBase, type WebinarBase } from '../webinars/terms.ts';

export type PostBase = {
  id: string;
  authorId: string;
  /** The rule by which the post is held, if it is; then only its author can load the post. */
  heldRule: string | null;
  /** The link as the author sees it. */
  link: string | null;
  /** Null for other types of post. */
  webinar: WebinarBase | null;
  /** Null for other types of post; without what the viewer has done. */
  job: Omit<Job, 'myApplication'> | null;
  /**
   * JSON of the fields that are the same for everyone, without the closing brace: `present` appends the viewer's
   * fields.
   */
  jsonStart: string;
  /** The first comments in the same form; `liked` is set if they were loaded for a viewer. */
  comments: readonly { id: string; jsonStart: string; liked: boolean }[];
};

const postId = sql.ref('p.id');

/** The columns of a PostRow from `p` (posts) and `u` (its author), with the counts that the viewer sees. */
export const postColumns = (viewer: Viewer) => sql`
  p.id, p.user_id, p.post_type, p.title, p.description, p.opening, p.salary, p.link, p.starts_at, p.time_zone,
  p.hashtags, p.likes_count - ${hiddenLikesCount(viewer, postId)} AS likes_count,
  p.comments_count - ${hiddenCommentsCount(viewer, postId)} AS comments_count,
  p.ratings_count, p.ratings_sum, p.created_at, p.updated_at, p.edited_at, ${postVisibility} AS visibility,
  ${heldRule('p')} AS held_rule, p.label, ${postCard} AS card, ${postJob} AS job,
  CASE WHEN p.post_type = 'webinar' THEN (
    SELECT to_jsonb(w) FROM webinars w WHERE w.post_id = p.id
  ) END AS webinar,
  CASE WHEN p.post_type = 'webinar' THEN ${sellerHasTax(sql.ref('p.user_id'))} END AS seller_has_tax,
  ${personColumns},
  u.notify_message, u.notify_like, u.notify_comment`;

/** A post's row with data from the tables that belong to it; each is null if there is none. */
export type PostBaseRow = PostRow & {
  attachments: AttachmentRow[] | null;
  mentions: Mention[] | null;
  comments: CommentJson[] | null;
};

/** `ids` is the text of an array literal, which the driver need not escape. */
const selectBases = prepareForViewer<{ ids: string }, PostBaseRow>(
  'post-bases',
  ({ ids }, viewer) => sql<PostBaseRow>`
  SELECT ${postColumns(viewer)},
    (SELECT json_agg(pictures) FROM (
      SELECT a.id, a.folder, a.filename, a.width, a.height, a.placeholder, a.alt
      FROM post_attachments a WHERE a.post_id = p.id ORDER BY a.position
    ) pictures) AS attachments,
    ${mentionsJson('post', postId, sql.ref('p.description'), memberVisible(viewer, MENTIONED_ID))} AS mentions,
    ${firstCommentsJson(postId, viewer, COMMENTS_SHOWN)} AS comments
  FROM posts p JOIN users u ON u.id = p.user_id
  WHERE p.id = ANY (${anyValue(sql`${ids}::uuid[]`)}::uuid[]) AND ${postVisible(viewer)}`,
);

const toJsonStart = (value: object): string => JSON.stringify(value).slice(0, -1);

export function toPostBase(row: PostBaseRow): PostBase {
  const fields = toPostBaseFields(row, row.attachments ?? [], row.mentions ?? []);
  return {
    id: row.id,
    authorId: row.user_id,
    heldRule: row.held_rule,
    link: row.link,
    webinar: row.post_type === 'webinar' ? toWebinarBase(row) : null,
    job: row.job && toJobView(row.job),
    jsonStart: toJsonStart(fields),
    comments: (row.comments ?? []).map((comment) => ({
      id: comment.comment_id,
      jsonStart: toJsonStart(fromCommentJson(comment)),
      liked: comment.liked,
    })),
  };
}

/** Returns the posts that a viewer may see, as the viewer sees them, by id. Without ids, it takes no statement. */
export async function loadPostBases(db: Db, ids: readonly string[], viewer: Viewer): Promise<Map<string, PostBase>> {
  if (ids.length === 0) return new Map();
  const rows = await selectBases(db, viewer, { ids: `{${ids.join()}}` });
  return new Map(rows.map((row) => [row.id, toPostBase(row)]));
}
