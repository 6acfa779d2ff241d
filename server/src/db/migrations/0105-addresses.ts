import { type Kysely, sql } from 'kysely';

/*
 * Addresses of members and posts that have changed or are gone.
 *
 * - A username that a member has given up is kept: links to it lead to the member for a while, and nobody else may take
 *   it. The trigger runs after the row is in the unique index, so that of two who want a name at once the second sees
 *   what the first has done.
 * - Of a public page that was deleted, the hash of its address is kept for a while, so that search engines learn that
 *   it is gone. What guests did not see leaves nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...formerUsernames, ...gonePages]) await sql.raw(statement).execute(db);
}

const formerUsernames = [
  `CREATE TABLE former_usernames (
     username text PRIMARY KEY,
     user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
     given_up_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX former_usernames_user ON former_usernames (user_id)',
  'CREATE INDEX former_usernames_age ON former_usernames (given_up_at)',
  `CREATE FUNCTION keep_former_username() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF EXISTS (SELECT 1 FROM public.former_usernames f WHERE f.username = NEW.username AND f.user_id <> NEW.id
         AND f.given_up_at > now() - interval '180 days') THEN
       RAISE unique_violation USING CONSTRAINT = 'users_username_key', MESSAGE = 'this username was given up lately';
     END IF;
     DELETE FROM public.former_usernames WHERE username = NEW.username;
     IF TG_OP = 'UPDATE' THEN
       INSERT INTO public.former_usernames (username, user_id) VALUES (OLD.username, OLD.id)
         ON CONFLICT (username) DO UPDATE SET user_id = excluded.user_id, given_up_at = excluded.given_up_at;
     END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER users_new_username AFTER INSERT ON users
     FOR EACH ROW EXECUTE FUNCTION keep_former_username()`,
  `CREATE TRIGGER users_other_username AFTER UPDATE OF username ON users
     FOR EACH ROW WHEN (OLD.username <> NEW.username) EXECUTE FUNCTION keep_former_username()`,
];

const hashOf = (address: string): string => `sha256(convert_to(${address}, 'UTF8'))`;

const gonePages = [
  `CREATE TABLE gone_pages (
     address_hash bytea PRIMARY KEY,
     gone_at timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX gone_pages_age ON gone_pages (gone_at)',
  `CREATE FUNCTION keep_gone_posts() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     -- The author is gone before the posts when an account is deleted: then keep_gone_member has kept them.
     INSERT INTO public.gone_pages (address_hash)
       SELECT ${hashOf("'/p/' || p.id")} FROM deleted_rows p JOIN public.users u ON u.id = p.user_id
         AND u.visibility = 'public' WHERE p.hidden_by IS NULL AND p.visibility = 'public'
       ON CONFLICT DO NOTHING;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER posts_gone AFTER DELETE ON posts REFERENCING OLD TABLE AS deleted_rows
     FOR EACH STATEMENT EXECUTE FUNCTION keep_gone_posts()`,
  `CREATE FUNCTION keep_gone_member() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF OLD.visibility = 'public' AND NOT OLD.waiting AND OLD.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM public.sanctions ban WHERE ban.user_id = OLD.id AND ban.until IS NULL
     ) THEN
       INSERT INTO public.gone_pages (address_hash)
         SELECT ${hashOf("'/@' || OLD.username")}
         UNION SELECT ${hashOf("'/results/view-profile/' || OLD.id")}
         UNION SELECT ${hashOf("'/p/' || p.id")} FROM public.posts p
           WHERE p.user_id = OLD.id AND p.hidden_by IS NULL AND p.visibility = 'public'
         ON CONFLICT DO NOTHING;
     END IF;
     RETURN OLD;
   END $$`,
  `CREATE TRIGGER users_gone BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION keep_gone_member()`,
];
