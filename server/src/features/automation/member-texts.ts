/**
 * The texts that members write about themselves. Filters read them when they are written, and a case about the member
 * shows them all. The list is exhaustive by type, so that no new table or column with texts is forgotten.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '#db/schema/schema.ts';

/** The columns that can contain any text, unlike ids and columns with a fixed list of values. */
type TextColumn<T extends keyof Database> = Exclude<
  {
    [C in keyof Selectable<Database[T]>]: string extends NonNullable<Selectable<Database[T]>[C]> ? C : never;
  }[keyof Selectable<Database[T]>],
  'id' | `${string}_id` | `${string}_by`
>;

/** The tables whose rows belong to one member and have such columns. */
type TableOfMember = {
  [T in keyof Database]: T extends 'users'
    ? T
    : 'user_id' extends keyof Database[T]
      ? TextColumn<T> extends never
        ? never
        : T
      : never;
}[keyof Database];

/** Whether filters read a column; null for tables without texts about the member. */
const columns = {
  users: {
    email: false,
    password_hash: false,
    username: true,
    first_name: true,
    last_name: true,
    phone: false,
    country: false,
    profession: true,
    profession_kind: false,
    dob: false,
    intro_details: true,
    bio: true,
    image: false,
    cover_image: false,
  },
  profile_links: { label: true, url: true },
  goals: { title: true, description: true },
  skills: { title: true, slug: false },
  educations: {
    title: true,
    school: true,
    grade: true,
    field_of_study: true,
    activities: true,
    description: true,
    start_date: false,
    end_date: false,
  },
  experiences: {
    title: true,
    company_name: true,
    location: true,
    description: true,
    start_date: false,
    end_date: false,
  },
  join_requests: { answer: true },
  // Screened as content in their own right.
  comments: null,
  deleted_webinar_notices: null,
  posts: null,
  // Screened when they are published.
  scheduled_posts: null,
  // Visible to the member alone, or about the actions of others. What a receipt states is between payer and seller.
  billing_details: null,
  connected_accounts: null,
  case_reports: null,
  comment_reports: null,
  credentials: null,
  email_changes: null,
  former_usernames: null,
  job_applications: null,
  idempotency_keys: null,
  member_reports: null,
  notification_digests: null,
  notification_mails: null,
  notification_settings: null,
  notifications: null,
  oidc_attempts: null,
  oidc_identities: null,
  mutes: null,
  payments: null,
  post_reports: null,
  push_subscriptions: null,
  put_away_rows: null,
  saved_searches: null,
  sessions: null,
  sign_in_challenges: null,
  social_identities: null,
  two_factor: null,
  webinar_notices: null,
  webinar_waiting: null,
} satisfies { [T in TableOfMember]: Record<TextColumn<T>, boolean> | null };

type Columns = typeof columns;
export type MemberTextTable = {
  [T in keyof Columns]: Columns[T] extends null ? never : T;
}[keyof Columns];

const isTextTable = (table: keyof Columns): table is MemberTextTable => columns[table] !== null;

const listScreened = (table: MemberTextTable): string[] =>
  Object.entries(columns[table]).flatMap(([column, isScreened]) => (isScreened ? column : []));

/** Rows, or parts of rows, that are being written, by table. */
export type WrittenTexts = { [T in MemberTextTable]?: readonly object[] };

/** Returns the texts in rows that filters read. */
export const listTexts = (written: WrittenTexts): string[] =>
  (Object.keys(written) as MemberTextTable[]).flatMap((table) =>
    (written[table] ?? []).flatMap((row) =>
      listScreened(table).flatMap((column) => {
        const text: unknown = (row as Record<string, unknown>)[column];
        return typeof text === 'string' ? text : [];
      }),
    ),
  );

const ofRow = (alias: string, table: MemberTextTable, except: readonly string[] = []): RawBuilder<string> => {
  const names = listScreened(table).filter((column) => !except.includes(column));
  return sql`concat_ws(E'\n', ${sql.join(names.map((column) => sql`nullif(${sql.ref(`${alias}.${column}`)}, '')`))})`;
};

const ofRows = (table: Exclude<MemberTextTable, 'users'>): RawBuilder<string | null> => {
  const text = ofRow('own', table);
  return sql`(SELECT string_agg(${text}, E'\n\n' ORDER BY ${text}) FROM ${sql.table(table)} own
    WHERE own.user_id = u.id)`;
};

/** SQL for all texts of the member `u` that filters read, without the first and last name. */
export function memberTexts(): RawBuilder<string> {
  const tables = (Object.keys(columns) as (keyof Columns)[]).filter(isTextTable);
  const parts = tables.map((table) =>
    table === 'users' ? ofRow('u', 'users', ['first_name', 'last_name']) : ofRows(table),
  );
  return sql`concat_ws(E'\n\n', ${sql.join(parts.map((part) => sql`nullif(${part}, '')`))})`;
}
