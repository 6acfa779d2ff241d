/**
 * Which columns of a table go into the export, for tables whose rows are exported as they are. A column that is not
 * listed as exported stays out; a test fails for one that is not listed as withheld either.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/schema/schema.ts';

type Columns<Table extends keyof Database> = {
  exported: readonly (keyof Database[Table] & string)[];
  withheld: readonly (keyof Database[Table] & string)[];
};

/** The columns of tables with rows of the member's own, one entry for each row. */
export const exportColumns = {
  users: {
    exported: [
      'id',
      'email',
      'email_verified_at',
      'username',
      'first_name',
      'last_name',
      'phone',
      'country',
      'profession',
      'profession_kind',
      'gender',
      'dob',
      'employment',
      'education',
      'intro_details',
      'bio',
      'label',
      'image',
      'cover_image',
      'notify_message',
      'notify_comment',
      'notify_like',
      'notify_event',
      'notify_follow',
      'show_presence',
      'read_receipts',
      'mentions_from',
      'messages_from',
      'visibility',
      'indexable',
      'code_mailed_at',
      'two_factor_enabled_at',
      'needs_details',
      'deleted_at',
      'waiting',
      'accepted_at',
      'login_time',
      'last_seen_at',
      'created_at',
      'updated_at',
    ],
    withheld: ['password_hash'],
  },
  goals: { exported: ['id', 'title', 'type', 'description', 'created_at'], withheld: ['user_id'] },
  skills: { exported: ['id', 'title', 'created_at'], withheld: ['user_id', 'slug'] },
  educations: {
    exported: [
      'id',
      'title',
      'school',
      'grade',
      'field_of_study',
      'activities',
      'description',
      'start_date',
      'end_date',
      'created_at',
    ],
    withheld: ['user_id'],
  },
  experiences: {
    exported: [
      'id',
      'title',
      'company_name',
      'location',
      'location_type',
      'employment_type',
      'description',
      'start_date',
      'end_date',
      'created_at',
    ],
    withheld: ['user_id'],
  },
} satisfies { [Table in keyof Database]?: Columns<Table> };

/** The columns of rows that a ban has put away, by the table that they are from. */
export const putAwayColumns = {
  post_likes: { exported: ['post_id', 'user_id', 'created_at'], withheld: [] },
  comment_likes: { exported: ['comment_id', 'user_id', 'created_at'], withheld: [] },
  ratings: { exported: ['post_id', 'user_id', 'rating', 'created_at'], withheld: [] },
  follows: { exported: ['id', 'follower_id', 'followed_id', 'created_at'], withheld: [] },
  connections: { exported: ['user_id', 'other_user_id', 'created_at'], withheld: [] },
  connection_requests: {
    exported: ['id', 'from_user_id', 'to_user_id', 'note', 'created_at'],
    // The sender of an invitation must not learn that it was ignored, nor when.
    withheld: ['status', 'updated_at'],
  },
} satisfies { [Table in keyof Database]?: Columns<Table> };

/** SQL for a row's exported columns, as JSON. `alias` is that of the table in the statement. */
export function exportedColumns(table: keyof typeof exportColumns, alias: string): RawBuilder<unknown> {
  const columns = exportColumns[table].exported.map((column) => sql.ref(`${alias}.${column}`));
  return sql`(SELECT to_jsonb(exported) FROM (SELECT ${sql.join(columns)}) exported)`;
}

const putAwayNames = {
  ...Object.fromEntries(Object.entries(putAwayColumns).map(([table, { exported }]) => [table, exported])),
  pictures: ['image', 'cover_image'],
  messages: ['id', 'content'],
};

/**
 * SQL for the exported columns of a row of `put_away_rows` with this alias, as JSON. The note of an invitation is
 * exported only to the member who wrote it.
 */
export function exportedPutAway(alias: string, me: RawBuilder<unknown>): RawBuilder<unknown> {
  const [row, relation] = [sql.ref(`${alias}.row`), sql.ref(`${alias}.relation`)];
  return sql`(SELECT jsonb_object_agg(entry.key, entry.value) FROM jsonb_each(${row}) entry
    WHERE ${JSON.stringify(putAwayNames)}::jsonb -> ${relation} ? entry.key
      AND (entry.key <> 'note' OR ${row} ->> 'from_user_id' = ${me}::text))`;
}

/** Tables that refer to members and are in no part of the export, by the reason. */
export const withheldTables: Record<string, readonly (keyof Database)[]> = {
  // The export of an invitation's sender must not say that it was ignored.
  'what others have ignored': ['ignored_invitations'],
  'secrets for signing in, and records of the calls that use them': [
    'credential_challenges',
    'email_changes',
    'export_links',
    'idempotency_keys',
    'known_devices',
    'mailed_secrets',
    'oidc_attempts',
    'recovery_codes',
    'reset_links',
    'sign_in_challenges',
    'sign_in_links',
    'two_factor',
  ],
  'derived from what is exported': [
    'comment_mention_notices',
    'comment_reports',
    'conversations',
    'member_counters',
    'member_reports',
    'member_search',
    'member_storage',
    'notification_actors',
    'post_mention_notices',
    'sanctions',
  ],
  'state of the present hours': [
    'daily_use',
    'member_moves',
    'notification_digests',
    'notification_mails',
    'presence_members',
  ],
  'records of the staff and of the payment provider': [
    'community_invitations',
    'connected_accounts',
    'sellers',
    'staff',
  ],
};
