/** Mentions as posts and comments write and load them. */
import type { Mention } from '@afterhours/contract/mentions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/events.ts';
import { membersMentioned } from './events.ts';
import { type MentionKind, mentionTables } from './mention-tables.ts';
import type { ResolvedMention } from './resolve-queries.ts';
import { insertNotices, selectMentioned, type Telling } from './store-queries.ts';

export { loadNamed, mayName } from './names-in-messages.ts';
export { loadKeptMentions, mentionable, type ResolvedMention, resolveMentions } from './resolve-queries.ts';
export { insertMentions, replaceMentions } from './store-queries.ts';

/** A mention of a text that was just written, as answers carry it. */
export const toMentionView = ({ start, length, userId, username }: ResolvedMention): Mention => ({
  start,
  length,
  user: { _id: userId, username },
});

/** SQL: the id of the member of a mention in `mentionsJson`, for its condition. */
export const MENTIONED_ID = sql.ref('named.id');

/**
 * SQL: the mentions of the text with this id, as answers carry them, of members for whom the condition holds; null for
 * none. A text without an `@` (by far most) costs no look-up.
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

/** Tells those who are newly mentioned in texts of one kind; `postId` is the post that each is, or is below. */
export async function tellMentioned(
  tx: Tx,
  kind: MentionKind,
  texts: readonly (Telling & { postId: string; text: string })[],
): Promise<void> {
  const told = await insertNotices(tx.db, kind, texts);
  await tx.emitAll(
    membersMentioned,
    texts.flatMap(({ id, postId, text, authorId }) => {
      const userIds = told.get(id) ?? [];
      return userIds.length > 0
        ? [{ postId, commentId: kind === 'comment' ? id : null, actorId: authorId, text, userIds }]
        : [];
    }),
  );
}

/** Tells those whom texts mention that were hidden or held until now, unless they were told before. */
export async function tellOfShown(tx: Tx, kind: MentionKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await selectMentioned(tx.db, kind, ids);
  await tellMentioned(
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
