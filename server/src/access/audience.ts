/**
 * Who may see a post or a profile, by its author's choice; a part of the visibility rule. A profile is `public` or
 * for `members`. A post is `public`, for `members` or for `connections`, and never more visible than its author. Guests
 * see nothing by a member whose profile is for members: no posts, no comments, and no name below a post. Posts for
 * connections do not appear in the lists that members share (`postListed` in `visibility.ts`).
 */
import type { PostVisibility } from '@afterhours/contract/constants/visibility';
import { type RawBuilder, sql } from 'kysely';
import { isOneMember, type Viewer } from '#db/statements/viewers.ts';
import { notExistsPerRow } from './not-exists-per-row.ts';

/** SQL: whether guests may see this member (SQL). */
export const openToGuests = (memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  notExistsPerRow(sql`SELECT 1 FROM users closed WHERE closed.id = ${memberId} AND closed.visibility = 'members'`);

/** SQL: whether this member (SQL) belongs to `audience` (SQL) of the author of the post `p`. */
const includesMember = (viewerId: RawBuilder<unknown>, audience: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${audience} <> 'connections' OR p.user_id = ${viewerId} OR EXISTS (SELECT 1 FROM connections known
    WHERE known.user_id = ${viewerId} AND known.other_user_id = p.user_id))`;

/** SQL: whether this member (SQL) belongs to the audience of the post `p`. */
export const isForMember = (viewerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  includesMember(viewerId, sql.ref('p.visibility'));

/** SQL: whether this viewer may see a version of the post `p` that had the audience `audience` (SQL). */
export const isVersionFor = (viewerId: string | null, audience: RawBuilder<unknown>): RawBuilder<boolean> =>
  viewerId === null ? sql`${audience} = 'public'` : includesMember(sql`${viewerId}::uuid`, audience);

/** SQL: whether the post `p` is for everyone who reads the lists that members, or guests, share. */
export const isForAll = (viewer: Viewer): RawBuilder<boolean> =>
  viewer === null
    ? sql`(p.visibility = 'public' AND ${openToGuests(sql.ref('p.user_id'))})`
    : sql`p.visibility <> 'connections'`;

/** SQL: whether this viewer belongs to the audience of the post `p`. */
export const isFor = (viewer: Viewer): RawBuilder<boolean> =>
  isOneMember(viewer) ? isForMember(sql`${viewer}::uuid`) : isForAll(viewer);

/** SQL: the effective visibility of the post `p` by the author `u`: the narrower of the post's and the author's. */
export const postVisibility = sql<PostVisibility>`
  CASE WHEN p.visibility = 'public' THEN u.visibility ELSE p.visibility END`;

/**
 * SQL: how many posts by the member `u` this viewer cannot see because of their audience. Posts hidden by a decision do
 * not count.
 */
export function narrowPostsCount(viewerId: string | null): RawBuilder<number> {
  const count = (narrow: RawBuilder<unknown>) => sql<number>`(SELECT count(*)::integer FROM posts p
    WHERE p.user_id = u.id AND p.visibility <> 'public' AND p.hidden_by IS NULL AND ${narrow})`;
  return viewerId === null ? count(sql`TRUE`) : count(sql`NOT ${isForMember(sql`${viewerId}::uuid`)}`);
}

/** SQL: those of these members (SQL, an array) who cannot see the post with this id because it is for connections. */
export const strangersTo = (postId: string, viewerIds: RawBuilder<unknown>): RawBuilder<{ user_id: string }> => sql`
  SELECT viewer.id AS user_id FROM posts p CROSS JOIN unnest(${viewerIds}) AS viewer(id)
  WHERE p.id = ${postId}::uuid AND NOT ${isForMember(sql.ref('viewer.id'))}`;
