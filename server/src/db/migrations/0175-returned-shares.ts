import { type Kysely, sql } from 'kysely';

/*
 * What a host got back of the community's share with a refund, as the provider reports it: a refund that is made by
 * hand at the provider may leave the share where it is. Null where nobody reports it: then a refund gives it back, and
 * a dispute that is lost does not, unless the community was the seller. Payments that were lost sight of, because an
 * account was closed, are looked for when it is back.
 */
const enterReturn = `CREATE OR REPLACE FUNCTION enter_return(p payments) RETURNS void LANGUAGE sql AS $$
    INSERT INTO ledger (entry, kind, account, amount, currency, provider, payment_id, created_at)
    SELECT entry, CASE WHEN p.dispute = 'lost' THEN 'chargeback' ELSE 'refund' END, account, amount, p.currency,
      p.provider, p.id, coalesce(p.refunded_at, now())
    FROM (SELECT gen_random_uuid() AS entry, coalesce(p.fee_returned,
        CASE WHEN p.dispute = 'lost' AND p.stripe_account IS NOT NULL THEN 0 ELSE p.application_fee END) AS fee) one,
      LATERAL (VALUES ('payer', p.amount), (seller_account(p), fee - p.amount), ('community', -fee)
    ) line (account, amount) WHERE amount <> 0
    ON CONFLICT DO NOTHING $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payments
    ADD fee_returned integer CHECK (fee_returned BETWEEN 0 AND application_fee)`.execute(db);
  await sql.raw(enterReturn).execute(db);
  await sql`CREATE INDEX payments_lost_sight ON payments (stripe_account)
    WHERE status = 'failed' AND refund_blocked`.execute(db);
}
