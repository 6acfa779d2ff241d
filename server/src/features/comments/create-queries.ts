/** Queries for new comments by several members at once. Each step is one statement. */
import { type RawBuilder, sql } from 'kysely';
import { hiddenCommentsCountFor } from '#access/hidden-counts.ts';
import { lockedMembers } from '#access/members.ts';
import { commentVisibleTo, postVisibleTo } from '#access/visibility.ts';
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { anyValue, prepare, preparePipelined } from '#db/statements/prepared.ts';
import type { Verdict } from '#features/automation/loaders.ts';
import { mentionsJson } from '#features/mentions/loaders.ts';
import { personColumns } from '#features/people/loaders.ts';
import type { Claim } from '#http/idempotency/idempotency.ts';
import type { CommentRow } from './views.ts';

export type NewComment = {
  userId: string;
  postId: string;
  parentId: string | null;
  text: string;
  verdict: Verdict;
  /** The call's claim on its `Idempotency-Key`; null without one. */
  claim: Claim | null;
};

type Pairs = { ids: string[]; userIds: string[] };

/** SQL for pairs of an id and its viewer. */
const asRows = ({ ids, userIds }: Pairs): RawBuilder<unknown> =>
  sql`unnest(${anyValue(sql`${ids}::uuid[]`)}, ${anyValue(sql`${userIds}::uuid[]`)})
    WITH ORDINALITY AS pair(id, user_id, ordinal)`;

const VIEWER = sql.ref('pair.user_id');

const byIndex = <R extends { ordinal: number }>(rows: readonly R[]): Map<number, R> =>
  new Map(rows.map((row) => [row.ordinal - 1, row]));

type OwnedPost = { ordinal: number; owner_id: string };

const lockPostsOf = prepare<Pairs & { parentIds: (string | null)[] }, OwnedPost>(
  'comment-hold',
  (pairs) => sql<OwnedPost>`
    WITH people AS MATERIALIZED (${lockedMembers(sql`SELECT pair.user_id FROM ${asRows(pairs)}
      UNION SELECT p.user_id FROM ${asRows(pairs)} JOIN posts p ON p.id = pair.id
      UNION SELECT c.user_id FROM comments c WHERE c.id IN (SELECT
        unnest(${anyValue(sql`${pairs.parentIds}::uuid[]`)}))`)})
    SELECT pair.ordinal::integer AS ordinal, p.user_id AS owner_id
    FROM ${asRows(pairs)} JOIN people writing ON writing.id = pair.user_id JOIN posts p ON p.id = pair.id
    WHERE ${postVisibleTo(VIEWER)} ORDER BY p.id FOR NO KEY UPDATE OF p`,
);

/**
 * Locks all members who will be notified, then the posts, in the same order as `lockPostThread` locks a single one.
 * Returns the owner of each comment's post by the comment's index; it is missing if the member cannot see the post.
 */
export async function lockPostThreads(db: Db, all: readonly NewComment[]): Promise<Map<number, string>> {
  const rows = await lockPostsOf(db, {
    ids: all.map((one) => one.postId),
    userIds: all.map((one) => one.userId),
    parentIds: all.map((one) => one.parentId),
  });
  return new Map([...byIndex(rows)].map(([index, row]) => [index, row.owner_id]));
}

/** The parent of a reply: the comment that it replies to, its author, and the thread that the reply joins. */
export type Parent = { commentId: string; ownerId: string; postId: string; threadId: string };
type ParentRow = { ordinal: number; id: string; user_id: string; post_id: string; parent_id: string | null };

const selectParents = prepare<Pairs, ParentRow>(
  'comment-parents',
  (pairs) => sql<ParentRow>`
    SELECT pair.ordinal::integer AS ordinal, c.id, c.user_id, c.post_id, c.parent_id
    FROM ${asRows(pairs)} JOIN comments c ON c.id = pair.id WHERE ${commentVisibleTo(VIEWER)}`,
);

/** Returns the parent of each reply by its index; missing for top-level comments and for invisible parents. */
export async function findParents(db: Db, all: readonly NewComment[]): Promise<Map<number, Parent>> {
  const replies = all.flatMap((one, index) =>
    one.parentId === null ? [] : [{ ...one, parentId: one.parentId, index }],
  );
  if (replies.length === 0) return new Map();
  const rows = await selectParents(db, {
    ids: replies.map((one) => one.parentId),
    userIds: replies.map((one) => one.userId),
  });
  const found = byIndex(rows);
  return new Map(
    replies.flatMap(({ index }, position) => {
      const row = found.get(position);
      if (!row) return [];
      const { id, user_id, post_id, parent_id } = row;
      return [[index, { commentId: id, ownerId: user_id, postId: post_id, threadId: parent_id ?? id }] as const];
    }),
  );
}

type Written = {
  id: string;
  post_id: string;
  user_id: string;
  parent_id: string | null;
  comment: string;
  hold_id: string | null;
};

const insertAll = preparePipelined<{ rows: string }>(
  'comments-insert',
  ({ rows }) => sql`
    INSERT INTO comments (id, post_id, user_id, parent_id, comment, hidden_by, held)
    SELECT id, post_id, user_id, parent_id, comment, hold_id, hold_id IS NOT NULL
    FROM json_to_recordset(${rows}::json) AS given(id uuid, post_id uuid, user_id uuid, parent_id uuid, comment text,
      hold_id uuid)`,
);

/**
 * Stores comments in their threads (null for the post itself). Returns their ids, which sort in the order of the
 * comments.
 */
export async function insertComments(
  db: Db,
  all: readonly (NewComment & { threadId: string | null; holdId: string | null })[],
): Promise<string[]> {
  // Ids of the same millisecond are not in order by themselves.
  const ids = all.map(newId).sort();
  const rows = all.map(
    ({ postId, userId, threadId, text, holdId }, index): Written => ({
      id: ids[index] ?? newId(),
      post_id: postId,
      user_id: userId,
      parent_id: threadId,
      comment: text,
      hold_id: holdId,
    }),
  );
  await insertAll(db, { rows: JSON.stringify(rows) });
  return ids;
}

export type StoredComment = CommentRow & { ordinal: number; comments_count: number };

const selectStored = prepare<Pairs, StoredComment>(
  'comments-stored',
  (pairs) => sql<StoredComment>`
    SELECT pair.ordinal::integer AS ordinal, p.comments_count - ${hiddenCommentsCountFor(VIEWER, sql.ref('p.id'))} AS
      comments_count,
      c.id AS comment_id, c.post_id, c.parent_id, c.comment, 0 AS likes_count, 0 AS replies_count, c.created_at,
        c.updated_at, NULL AS held_rule, NULL AS label,
      ${mentionsJson('comment', sql.ref('c.id'), sql.ref('c.comment'), sql`TRUE`)} AS mentions,
      u.id, ${personColumns}, false AS liked
    FROM ${asRows(pairs)} JOIN comments c ON c.id = pair.id JOIN posts p ON p.id = c.post_id JOIN users u
      ON u.id = c.user_id
    ORDER BY pair.ordinal`,
);

/** Returns new comments, which have no replies or likes yet, as their authors see them, with their post's count. */
export function selectNewComments(
  db: Db,
  all: readonly { commentId: string; userId: string }[],
): Promise<StoredComment[]> {
  return selectStored(db, { ids: all.map((one) => one.commentId), userIds: all.map((one) => one.userId) });
}
