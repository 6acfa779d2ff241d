/** The form of the parts of an export. */
import type { MessageDescriptor } from '@afterhours/contract/base/message';
import { type RawBuilder, sql } from 'kysely';

export type ExportPart = { file: string; about: MessageDescriptor; rows(userId: string): RawBuilder<unknown> };

export const part = (
  file: string,
  about: MessageDescriptor,
  rows: (userId: RawBuilder<unknown>) => RawBuilder<unknown>,
): ExportPart => ({
  file,
  about,
  rows: (userId) => rows(sql`${userId}::uuid`),
});

/** SQL for the full name of the member `u`. */
export const name = sql`u.first_name || ' ' || u.last_name`;

/** SQL for the members whom a text mentions, with their positions in it. */
export const mentioned = (kind: 'post' | 'comment', id: RawBuilder<unknown>) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('memberId', m.user_id, 'start', m.start, 'length', m.length)
    ORDER BY m.start), '[]')
  FROM ${sql.table(`${kind}_mentions`)} m WHERE ${sql.ref(`m.${kind}_id`)} = ${id})`;
