/** What members have muted, as feeds and notifications ask for it. Nothing else does: a mute hides nothing. */
import type { MuteKind } from '@afterhours/contract/mutes';
import { type RawBuilder, sql } from 'kysely';

/** SQL: whether a row of `mutes` (the alias `mute`) still lasts. */
const LASTS = sql`(mute.until IS NULL OR mute.until > now())`;

export type Muted = [kind: MuteKind, value: string];

/** SQL: what this member (SQL) keeps out of their feeds, as JSON; null for nothing. */
export const mutedInFeeds = (viewerId: RawBuilder<unknown>): RawBuilder<Muted[] | null> =>
  sql`(SELECT json_agg(json_build_array(mute.kind, mute.value)) FROM mutes mute
    WHERE mute.user_id = ${viewerId} AND mute.kind <> 'post' AND ${LASTS})`;

/** SQL: whether a member has muted the actor or the post of a notification, or a tag of that post. */
export const notificationMuted = (
  userId: RawBuilder<unknown>,
  actorId: RawBuilder<unknown>,
  postId: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql`EXISTS (SELECT 1 FROM mutes mute WHERE mute.user_id = ${userId} AND ${LASTS}
    AND (mute.member_id = ${actorId} OR mute.post_id = ${postId} OR (mute.kind = 'tag' AND EXISTS (
      SELECT 1 FROM posts tagged, unnest(tagged.hashtags) tag
      WHERE tagged.id = ${postId} AND lower(tag) = mute.value))))`;
