import { type Kysely, sql } from 'kysely';

/*
 * Versions of the terms and the privacy policy, never changed once published, and who has accepted which, and when. A
 * text that is null is the built-in one; version 0 has no row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE terms_versions (
       version integer PRIMARY KEY CHECK (version > 0),
       terms text,
       privacy text,
       published_by uuid NOT NULL,
       published_at timestamptz(3) NOT NULL DEFAULT now()
     )`,
    `CREATE FUNCTION refuse_change_of_terms() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'published terms stay as they are'; END $$`,
    `CREATE TRIGGER terms_versions_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON terms_versions
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_terms()`,
    `CREATE TABLE terms_acceptances (
       user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
       version integer NOT NULL REFERENCES terms_versions,
       accepted_at timestamptz(3) NOT NULL DEFAULT now(),
       PRIMARY KEY (user_id, version)
     )`,
  ])
    await sql.raw(statement).execute(db);
}
