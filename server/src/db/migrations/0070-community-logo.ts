import { type Kysely, sql } from 'kysely';

/*
 * The logo is an upload without an owner: backups and checks know it like any other, and it stays when the member who
 * sent it goes. Nobody's storage is charged for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'ALTER TABLE uploads ALTER COLUMN owner_id DROP NOT NULL',
    `CREATE OR REPLACE FUNCTION add_member_storage() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO public.member_storage AS held (user_id, bytes, day, day_bytes)
       SELECT r.owner_id, sum(r.bytes), (now() AT TIME ZONE 'UTC')::date, sum(r.bytes) FROM new_rows r
       WHERE r.owner_id IS NOT NULL GROUP BY 1 ORDER BY 1
       ON CONFLICT (user_id) DO UPDATE SET bytes = held.bytes + excluded.bytes, day = excluded.day,
         day_bytes = CASE WHEN held.day = excluded.day THEN held.day_bytes ELSE 0 END + excluded.day_bytes;
       RETURN NULL;
     END $$`,
    'ALTER TABLE community_settings ADD COLUMN logo jsonb, ADD COLUMN logo_version integer NOT NULL DEFAULT 0',
  ])
    await sql.raw(statement).execute(db);
}
