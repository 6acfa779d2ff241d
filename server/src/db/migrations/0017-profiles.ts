import { type Kysely, sql } from 'kysely';

/*
 * What a profile lists. Each table has the index that its list is read by; dates are plain days. `slug` is what makes
 * two skills the same one; the second index on it finds who shares a skill.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createGoalsAndSkills(db);
  await sql`
    CREATE TABLE educations (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      title text NOT NULL,
      school text NOT NULL,
      grade text,
      field_of_study text,
      activities text,
      description text,
      start_date date NOT NULL,
      end_date date NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK (end_date >= start_date)
    )`.execute(db);
  await sql`CREATE INDEX educations_latest ON educations (user_id, end_date DESC, start_date DESC, id DESC)`.execute(
    db,
  );
  await sql`
    CREATE TABLE experiences (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      title text NOT NULL,
      company_name text NOT NULL,
      location text NOT NULL,
      location_type text CHECK (location_type IN ('On-site', 'Hybrid', 'Remote')),
      employment_type text CHECK (employment_type IN ('Full time', 'Part time', 'Self employed')),
      description text,
      start_date date NOT NULL,
      end_date date,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK (end_date >= start_date)
    )`.execute(db);
  await sql`CREATE INDEX experiences_latest ON experiences (user_id, end_date DESC, start_date DESC, id DESC)`.execute(
    db,
  );
}

async function createGoalsAndSkills(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE goals (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      title text NOT NULL,
      type text NOT NULL CHECK (type IN ('long', 'short')),
      description text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`CREATE INDEX goals_newest ON goals (user_id, id DESC)`.execute(db);
  await sql`
    CREATE TABLE skills (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      title text NOT NULL,
      slug text NOT NULL GENERATED ALWAYS AS (lower(title)) STORED,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT skills_once UNIQUE (user_id, slug)
    )`.execute(db);
  await sql`CREATE INDEX skills_newest ON skills (user_id, id DESC)`.execute(db);
  await sql`CREATE INDEX skills_shared ON skills (slug, user_id DESC)`.execute(db);
}
