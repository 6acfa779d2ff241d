import { type Kysely, sql } from 'kysely';

/*
 * Receipts and credit notes, numbered without gaps for each issuer and year, and never changed: their content is what
 * was true when they were issued. They outlive payer and host, as payments do, so they name neither by a reference.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE receipt_issuers (
      issuer text PRIMARY KEY,
      code integer GENERATED ALWAYS AS IDENTITY UNIQUE
    )`.execute(db);
  await sql`INSERT INTO receipt_issuers (issuer) VALUES ('community')`.execute(db);
  await sql`
    CREATE TABLE receipt_series (
      issuer text REFERENCES receipt_issuers,
      year integer,
      last_position integer NOT NULL,
      PRIMARY KEY (issuer, year)
    )`.execute(db);
  await sql`
    CREATE TABLE receipts (
      number text PRIMARY KEY,
      issuer text NOT NULL,
      year integer NOT NULL,
      position integer NOT NULL,
      kind text NOT NULL CHECK (kind IN ('receipt', 'credit_note')),
      payment_id uuid NOT NULL REFERENCES payments,
      snapshot jsonb NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (issuer, year, position),
      UNIQUE (payment_id, kind)
    )`.execute(db);
  await sql`CREATE TRIGGER receipts_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON receipts
    FOR EACH STATEMENT EXECUTE FUNCTION keep_as_written()`.execute(db);
  await sql`
    CREATE TABLE billing_details (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      name text,
      address text,
      tax_id text,
      tax_percent numeric(4, 2) CHECK (tax_percent BETWEEN 0 AND 50)
    )`.execute(db);
}
