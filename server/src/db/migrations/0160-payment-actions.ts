import { type Kysely, sql } from 'kysely';

/*
 * What a payment waits for, whose account at the provider it belongs to, what the community keeps of it, and whether
 * the bank of the payer has taken it back. Rows of before belong to the community's own account, without a share.
 * What the sandbox cannot read from a token is kept beside the payment: what the payer answered, and how a dispute
 * stands.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE payments
      ADD requires_action boolean NOT NULL DEFAULT false,
      ADD stripe_account text,
      ADD application_fee integer NOT NULL DEFAULT 0 CHECK (application_fee BETWEEN 0 AND amount),
      ADD dispute text CHECK (dispute IN ('open', 'won', 'lost')),
      ADD refund_blocked boolean NOT NULL DEFAULT false`.execute(db);
  await sql`
    CREATE TABLE sandbox_charges (
      payment_id uuid PRIMARY KEY REFERENCES payments ON DELETE CASCADE,
      challenge text CHECK (challenge IN ('confirmed', 'declined', 'cancelled')),
      dispute text CHECK (dispute IN ('won', 'lost'))
    )`.execute(db);
}
