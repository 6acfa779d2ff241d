import { type Kysely, sql } from 'kysely';

/*
 * How many bytes of files a member keeps, and how many came on one day (UTC); kept with the rows of `uploads`, which
 * also go by cascade. What is deleted is given back to the first, not to the second. A member who uploads twice at once
 * has this row changed by one after the other, each of which sees what the other has added.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'LOCK TABLE uploads IN SHARE ROW EXCLUSIVE MODE',
    `CREATE TABLE member_storage (
       user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
       bytes bigint NOT NULL CHECK (bytes >= 0),
       day date NOT NULL,
       day_bytes bigint NOT NULL
     )`,
    `INSERT INTO member_storage (user_id, bytes, day, day_bytes)
     SELECT owner_id, sum(bytes), (now() AT TIME ZONE 'UTC')::date, 0 FROM uploads GROUP BY 1`,
    `CREATE FUNCTION add_member_storage() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO public.member_storage AS held (user_id, bytes, day, day_bytes)
       SELECT r.owner_id, sum(r.bytes), (now() AT TIME ZONE 'UTC')::date, sum(r.bytes) FROM new_rows r
       GROUP BY 1 ORDER BY 1
       ON CONFLICT (user_id) DO UPDATE SET bytes = held.bytes + excluded.bytes, day = excluded.day,
         day_bytes = CASE WHEN held.day = excluded.day THEN held.day_bytes ELSE 0 END + excluded.day_bytes;
       RETURN NULL;
     END $$`,
    `CREATE FUNCTION give_back_member_storage() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE public.member_storage t SET bytes = t.bytes - c.bytes
       FROM (SELECT r.owner_id, sum(r.bytes) AS bytes FROM old_rows r GROUP BY 1) c WHERE t.user_id = c.owner_id;
       RETURN NULL;
     END $$`,
    `CREATE TRIGGER uploads_added AFTER INSERT ON uploads REFERENCING NEW TABLE AS new_rows
     FOR EACH STATEMENT EXECUTE FUNCTION add_member_storage()`,
    `CREATE TRIGGER uploads_given_back AFTER DELETE ON uploads REFERENCING OLD TABLE AS old_rows
     FOR EACH STATEMENT EXECUTE FUNCTION give_back_member_storage()`,
  ])
    await sql.raw(statement).execute(db);
}
