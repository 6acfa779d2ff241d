import { type Kysely, sql } from 'kysely';

/*
 * Filters, and what is held. A held post or comment is hidden by the decision of the automation (`hidden_by`), so that
 * every statement leaves it out, those of the version before included; `held` shows it to its author. A row that is
 * held from the start counts nowhere until it is released. The indexes of what is held are in 0090.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE filters (
       id uuid PRIMARY KEY,
       kind text NOT NULL CHECK (kind IN ('words', 'domains')),
       effect text NOT NULL CHECK (effect IN ('hold', 'flag')),
       places text[] NOT NULL,
       note text NOT NULL,
       entries text[] NOT NULL,
       updated_at timestamptz(3) NOT NULL DEFAULT now()
     )`,
    `CREATE TABLE automation_switches (
       one boolean PRIMARY KEY DEFAULT TRUE CHECK (one),
       new_members boolean NOT NULL,
       reporters boolean NOT NULL
     )`,
    `CREATE FUNCTION notify_of_automation() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN PERFORM pg_notify('automation_changed', ''); RETURN NULL; END $$`,
    ...['filters', 'automation_switches'].map(
      (table) => `CREATE TRIGGER ${table}_changed AFTER INSERT OR UPDATE OR DELETE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION notify_of_automation()`,
    ),
    'ALTER TABLE posts ADD COLUMN held boolean NOT NULL DEFAULT FALSE',
    'ALTER TABLE comments ADD COLUMN held boolean NOT NULL DEFAULT FALSE',
    'ALTER TABLE decisions ADD COLUMN automated boolean NOT NULL DEFAULT FALSE',
    'ALTER TABLE decisions ALTER COLUMN decided_by DROP NOT NULL',
    'ALTER TABLE decisions DROP CONSTRAINT decisions_action_check',
    `ALTER TABLE decisions ADD CONSTRAINT decisions_action_check
       CHECK (action IN ('none', 'warn', 'hide', 'remove', 'suspend', 'ban', 'hold', 'reverse'))`,
    `ALTER TABLE decisions ADD CONSTRAINT decisions_decider CHECK (automated = (decided_by IS NULL))`,
    `ALTER TABLE cases ADD COLUMN source text NOT NULL DEFAULT 'reports' CHECK (source IN ('reports', 'automation')),
       ADD COLUMN rules jsonb NOT NULL DEFAULT '[]'`,
    `CREATE OR REPLACE FUNCTION count_posts_6_insert() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       PERFORM 1 FROM public.member_counters m WHERE m.user_id IN (SELECT r.user_id FROM new_rows r)
         ORDER BY m.user_id FOR UPDATE;
       UPDATE public.member_counters t SET posts = t.posts + c.posts
       FROM (
         SELECT r.user_id, count(*)::integer AS posts FROM new_rows r WHERE r.hidden_by IS NULL GROUP BY 1
       ) c WHERE t.user_id = c.user_id;
       RETURN NULL;
     END $$`,
  ])
    await sql.raw(statement).execute(db);
}
