/** What members have muted, for feeds and notifications only: a mute hides nothing anywhere else. */
import type { MuteKind } from '@afterhours/contract/mutes';
import { type RawBuilder, sql } from 'kysely';

/** SQL: whether a row of `mutes` (the alias `mute`) is still in force. */
const IN_FORCE = sql`(mute.until IS NULL OR mute.until > now())`;

export type Muted = [kind: MuteKind, value: string];

/** SQL: what this member (SQL) has muted in their feeds, as JSON; null if nothing. */
export const feedMutes = (viewerId: RawBuilder<unknown>): RawBuilder<Muted[] | null> =>
  sql`(SELECT json_agg(json_build_array(mute.kind, mute.value)) FROM mutes mute
    WHERE mute.user_id = ${viewerId} AND mute.kind <> 'post' AND ${IN_FORCE})`;

/** SQL: the text of a notification's subject, folded (`muted-words.ts`), and its tags. */
export type MutableText = { folded: RawBuilder<unknown>; tags: RawBuilder<unknown> };

/** SQL: whether the text contains the muted word or tag. Rows written by an earlier version have no folded word. */
const textMuted = ({ folded, tags }: MutableText): RawBuilder<unknown> =>
  sql`OR (mute.kind = 'word' AND strpos(${folded}, coalesce(mute.folded, ' ' || lower(mute.value) || ' ')) > 0)
    OR (mute.kind = 'tag' AND mute.value = ANY (${tags}))`;

/**
 * SQL: whether a member has muted the actor or the post of a notification, a tag of that post, or a word or tag in the
 * text of its subject.
 */
export const notificationMuted = (
  userId: RawBuilder<unknown>,
  actorId: RawBuilder<unknown>,
  postId: RawBuilder<unknown>,
  text?: MutableText,
): RawBuilder<boolean> =>
  sql`EXISTS (SELECT 1 FROM mutes mute WHERE mute.user_id = ${userId} AND ${IN_FORCE}
    AND (mute.member_id = ${actorId} OR mute.post_id = ${postId} OR (mute.kind = 'tag' AND EXISTS (
      SELECT 1 FROM posts tagged, unnest(tagged.hashtags) tag
      WHERE tagged.id = ${postId} AND lower(tag) = mute.value)) ${text ? textMuted(text) : sql``}))`;
