import { type Kysely, sql } from 'kysely';

/*
 * Tax that is added to the price of a webinar, as its post was saved; null where the price is what is paid. A payment
 * keeps what it is for without that tax, and the rate. Beside a tax ID of any kind, members may have one of the
 * European Union.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE webinars ADD added_tax numeric(4, 2) CHECK (added_tax BETWEEN 0 AND 50)`.execute(db);
  await sql`
    ALTER TABLE payments ADD net integer CHECK (net BETWEEN 0 AND amount),
      ADD tax_percent numeric(4, 2) CHECK (tax_percent BETWEEN 0 AND 50),
      ADD CONSTRAINT payments_added_tax CHECK ((net IS NULL) = (tax_percent IS NULL))`.execute(db);
  await sql`ALTER TABLE billing_details ADD vat_id text`.execute(db);
}
