import { type Kysely, sql } from 'kysely';

/*
 * A sweep hides posts and comments of a member, and decides the member's open cases, by one decision. It is done in
 * batches by a job, which goes on where it was. `since` is null where posts and comments stay; what was written after
 * `until`, its beginning, stays as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `CREATE TABLE sweeps (
       decision_id uuid PRIMARY KEY REFERENCES decisions,
       member_id uuid NOT NULL,
       actor_id uuid NOT NULL,
       since timestamptz(3),
       until timestamptz(3) NOT NULL DEFAULT now(),
       with_cases boolean NOT NULL,
       posts integer NOT NULL DEFAULT 0,
       comments integer NOT NULL DEFAULT 0,
       cases integer NOT NULL DEFAULT 0,
       finished_at timestamptz(3)
     )`,
    'CREATE INDEX sweeps_member ON sweeps (member_id, decision_id DESC)',
    'ALTER TABLE cases ADD COLUMN closed_by uuid',
    'CREATE INDEX cases_closed_by ON cases (closed_by) WHERE closed_by IS NOT NULL',
  ])
    await sql.raw(statement).execute(db);
}
