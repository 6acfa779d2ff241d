/**
 * Who may see a post or a profile by the choice of its author; a part of the rule of visibility. A profile is `public`
 * or for `members`. A post is `public`, for `members` or for `connections`, and never more visible than its author.
 * Guests see nothing of a member whose profile is for members: no posts, no comments and no name below a post. Posts
 * for connections are not in the lists that members share (`postListed` of `visibility.ts`).
 */
import { type RawBuilder, sql } from 'kysely';
import { isOneMember, type Viewer } from '#db/statements/viewers.ts';
import { mostlyNone } from './mostly-none.ts';

/** SQL: whether guests may see this member (SQL). */
export const openToGuests = (memberId: RawBuilder<unknown>): RawBuilder<boolean> =>
  mostlyNone(sql`SELECT 1 FROM users closed WHERE closed.id = ${memberId} AND closed.visibility = 'members'`);

/** SQL: whether something of the author of the post `p` that is for `audience` (SQL) is for this member (SQL), too. */
const includesMember = (viewerId: RawBuilder<unknown>, audience: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${audience} <> 'connections' OR p.user_id = ${viewerId} OR EXISTS (SELECT 1 FROM connections known
    WHERE known.user_id = ${viewerId} AND known.other_user_id = p.user_id))`;

/** SQL: whether the post `p` is for this member (SQL), too. */
export const isForMember = (viewerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  includesMember(viewerId, sql.ref('p.visibility'));

/** SQL: whether a version of the post `p`, which was for `audience` (SQL), is for this viewer. */
export const isVersionFor = (viewerId: string | null, audience: RawBuilder<unknown>): RawBuilder<boolean> =>
  viewerId === null ? sql`${audience} = 'public'` : includesMember(sql`${viewerId}::uuid`, audience);

/** SQL: whether the post `p` is for everybody who sees the lists that members, or guests, share. */
export const isForAll = (viewer: Viewer): RawBuilder<boolean> =>
  viewer === null
    ? sql`(p.visibility = 'public' AND ${openToGuests(sql.ref('p.user_id'))})`
    : sql`p.visibility <> 'connections'`;

/** SQL: whether the post `p` is for this viewer. */
export const isFor = (viewer: Viewer): RawBuilder<boolean> =>
  isOneMember(viewer) ? isForMember(sql`${viewer}::uuid`) : isForAll(viewer);

/** SQL: who sees the post `p` of the author `u`: the narrower of what the two of them say. */
export const postVisibility = sql<'public' | 'members' | 'connections'>`
  CASE WHEN p.visibility = 'public' THEN u.visibility ELSE p.visibility END`;

/** SQL: how many posts of the member `u` are not for this viewer, of those that nothing else hides. */
export function narrowPostsCount(viewerId: string | null): RawBuilder<number> {
  const count = (narrow: RawBuilder<unknown>) => sql<number>`(SELECT count(*)::integer FROM posts p
    WHERE p.user_id = u.id AND p.visibility <> 'public' AND p.hidden_by IS NULL AND ${narrow})`;
  return viewerId === null ? count(sql`TRUE`) : count(sql`NOT ${isForMember(sql`${viewerId}::uuid`)}`);
}

/** SQL: of these members (SQL, an array), those for whom the post with this id is not because it is for connections. */
export const strangersTo = (postId: string, viewerIds: RawBuilder<unknown>): RawBuilder<{ user_id: string }> => sql`
  SELECT viewer.id AS user_id FROM posts p CROSS JOIN unnest(${viewerIds}) AS viewer(id)
  WHERE p.id = ${postId}::uuid AND NOT ${isForMember(sql.ref('viewer.id'))}`;
