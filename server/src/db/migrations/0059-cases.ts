import { type Kysely, sql } from 'kysely';

/*
 * A case is what staff decide on: one open one a subject, however many members report it. `evidence` is what was to be
 * seen when it was first reported, since authors edit and delete. The ids of subject and members are plain: a case
 * outlives them. Decisions are only ever added; a reversal is a new row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE cases (
      id uuid PRIMARY KEY,
      subject_kind text NOT NULL CHECK (subject_kind IN ('post', 'comment', 'member', 'message', 'appeal')),
      subject_id uuid NOT NULL,
      post_id uuid,
      member_id uuid NOT NULL,
      state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'claimed', 'closed')),
      score integer NOT NULL DEFAULT 0,
      reasons jsonb NOT NULL DEFAULT '{}',
      reports_count integer NOT NULL DEFAULT 0,
      evidence jsonb NOT NULL,
      claimed_by uuid,
      claimed_at timestamptz(3),
      outcome text,
      closed_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  for (const statement of [
    `CREATE UNIQUE INDEX cases_one_open ON cases (subject_kind, subject_id) WHERE state <> 'closed'`,
    `CREATE INDEX cases_queue ON cases (score DESC, id DESC) WHERE state <> 'closed'`,
    `CREATE INDEX cases_queue_kind ON cases (subject_kind, score DESC, id DESC) WHERE state <> 'closed'`,
    `CREATE INDEX cases_closed ON cases (score DESC, id DESC) WHERE state = 'closed'`,
    `CREATE INDEX cases_closed_kind ON cases (subject_kind, score DESC, id DESC) WHERE state = 'closed'`,
    `CREATE INDEX cases_subject ON cases (subject_id)`,
    `CREATE INDEX cases_member ON cases (member_id, id DESC)`,
    `CREATE TABLE case_reports (
       id uuid PRIMARY KEY,
       case_id uuid NOT NULL REFERENCES cases ON DELETE CASCADE,
       user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
       category text NOT NULL,
       words text,
       created_at timestamptz(3) NOT NULL DEFAULT now(),
       UNIQUE (case_id, user_id)
     )`,
    `CREATE INDEX case_reports_reporter ON case_reports (user_id, id DESC)`,
    `CREATE TABLE decisions (
       id uuid PRIMARY KEY,
       case_id uuid NOT NULL REFERENCES cases,
       subject_kind text NOT NULL,
       subject_id uuid NOT NULL,
       member_id uuid NOT NULL,
       decided_by uuid NOT NULL,
       action text NOT NULL CHECK (action IN ('none', 'warn', 'hide', 'remove', 'reverse')),
       rule text,
       facts text,
       statement text,
       reverses uuid UNIQUE REFERENCES decisions,
       created_at timestamptz(3) NOT NULL DEFAULT now(),
       CHECK ((action = 'reverse') = (reverses IS NOT NULL))
     )`,
    `CREATE INDEX decisions_case ON decisions (case_id, id)`,
    `CREATE INDEX decisions_member ON decisions (member_id, id DESC)`,
    `CREATE TRIGGER decisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON decisions
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`,
  ])
    await sql.raw(statement).execute(db);
}
