/** Functions with which posts and comments write and load mentions. */
import type { Mention } from '@afterhours/contract/posts/mentions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/events.ts';
import { membersMentioned } from './events.ts';
import { type MentionKind, mentionTables } from './mention-tables.ts';
import type { ResolvedMention } from './resolve-queries.ts';
import { insertNotices, type MentioningText, selectMentioned } from './store-queries.ts';

export { loadNamed, mayName } from './names-in-messages.ts';
export { loadKeptMentions, mentionable, type ResolvedMention, resolveMentions } from './resolve-queries.ts';
export { insertMentions, replaceMentions } from './store-queries.ts';

/** Returns a mention in a text that was just written, in the form that is sent to clients. */
export const toMentionView = ({ start, length, userId, username }: ResolvedMention): Mention => ({
  start,
  length,
  user: { _id: userId, username },
});

/** SQL for the id of a mentioned member, for the condition of `mentionsJson`. */
export const MENTIONED_ID = sql.ref('named.id');

/**
 * SQL for the mentions in the text with this id, in the form that is sent to clients, of members for whom the condition
 * holds; null if there are none. A text without an `@`, which most texts are, costs no look-up.
 */
export const mentionsJson = (
  kind: MentionKind,
  id: RawBuilder<unknown>,
  text: RawBuilder<unknown>,
  visible: RawBuilder<boolean>,
): RawBuilder<Mention[] | null> => {
  const { mentions, key } = mentionTables[kind];
  return sql`CASE WHEN strpos(${text}, '@') > 0 THEN (
    SELECT json_agg(json_build_object('start', mention.start, 'length', mention.length,
      'user', json_build_object('_id', named.id, 'username', named.username)) ORDER BY mention.start)
    FROM ${mentions} mention JOIN users named ON named.id = mention.user_id
    WHERE mention.${key} = ${id} AND ${visible}) END`;
};

/**
 * Notifies the members who are newly mentioned in texts of one kind. `postId` is the post that the text is, or belongs
 * to.
 */
export async function notifyMentioned(
  tx: Tx,
  kind: MentionKind,
  texts: readonly (MentioningText & { postId: string; text: string })[],
): Promise<void> {
  const newlyNotified = await insertNotices(tx.db, kind, texts);
  await tx.emitAll(
    membersMentioned,
    texts.flatMap(({ id, postId, text, authorId }) => {
      const userIds = newlyNotified.get(id) ?? [];
      return userIds.length > 0
        ? [{ postId, commentId: kind === 'comment' ? id : null, actorId: authorId, text, userIds }]
        : [];
    }),
  );
}

/**
 * Notifies the members who are mentioned in texts that were hidden or held until now, unless they were notified before.
 */
export async function notifyOfVisible(tx: Tx, kind: MentionKind, shown: readonly { id: string }[]): Promise<void> {
  if (shown.length === 0) return;
  const ids = shown.map(({ id }) => id);
  const found = await selectMentioned(tx.db, kind, ids);
  await notifyMentioned(
    tx,
    kind,
    found.map(({ id, post_id: postId, text, author_id: authorId, user_ids: userIds }) => ({
      id,
      postId,
      text,
      authorId,
      mentions: userIds.map((userId) => ({ userId, isKept: false })),
    })),
  );
}
