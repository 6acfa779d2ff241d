import { type Kysely, sql } from 'kysely';

/*
 * Files of what was reported stay, whatever their authors delete, until the evidence of the case is purged, some time
 * after its decision can no longer be appealed. What a file needs to be deleted is kept, since its row goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE held_files (
      holder_id uuid NOT NULL,
      filename text NOT NULL,
      folder text NOT NULL,
      kind text NOT NULL CHECK (kind IN ('image', 'document')),
      width integer,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (holder_id, filename)
    )`.execute(db);
  await sql`CREATE INDEX held_files_filename ON held_files (filename)`.execute(db);
  await sql`ALTER TABLE cases ADD COLUMN purged_at timestamptz(3)`.execute(db);
  await sql`CREATE INDEX cases_to_purge ON cases (closed_at)
    WHERE state = 'closed' AND purged_at IS NULL`.execute(db);
}
