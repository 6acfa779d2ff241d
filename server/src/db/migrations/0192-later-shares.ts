import { type Kysely, sql } from 'kysely';

/*
 * A share of the community that goes back to its host after the refund was entered is an entry of its own: as often as
 * more of it goes back, by the difference to what was known. It lessens what the refund has taken from the host.
 */
const functions = [
  `CREATE OR REPLACE FUNCTION add_ledger_totals() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ledger_totals AS t (account, provider, currency, came_in, given_back, paid_out)
      SELECT account, provider, currency, coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0),
        coalesce(-sum(amount) FILTER (WHERE kind IN ('refund', 'chargeback', 'share')), 0),
        coalesce(-sum(amount) FILTER (WHERE kind = 'payout'), 0)
      FROM added WHERE account ~ '^(host|merchant):' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (account, provider, currency) DO UPDATE SET came_in = t.came_in + excluded.came_in,
        given_back = t.given_back + excluded.given_back, paid_out = t.paid_out + excluded.paid_out;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION returned_share(p payments) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(p.fee_returned,
      CASE WHEN p.dispute = 'lost' AND p.stripe_account IS NOT NULL THEN 0 ELSE p.application_fee END) $$`,
  `CREATE FUNCTION enter_share() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ledger (entry, kind, account, amount, currency, provider, payment_id)
      SELECT entry, 'share', account, amount, NEW.currency, NEW.provider, NEW.id
      FROM (SELECT gen_random_uuid() AS entry, returned_share(NEW) - returned_share(OLD) AS more) one,
        LATERAL (VALUES ('community', -more), (seller_account(NEW), more)) line (account, amount) WHERE amount <> 0;
      RETURN NULL;
    END $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE ledger DROP CONSTRAINT ledger_kind_check,
    ADD CONSTRAINT ledger_kind_check CHECK (kind IN ('payment', 'refund', 'chargeback', 'payout', 'share')),
    DROP CONSTRAINT ledger_payment_id_kind_account_key`.execute(db);
  await sql`CREATE UNIQUE INDEX ledger_once ON ledger (payment_id, kind, account) WHERE kind <> 'share'`.execute(db);
  await sql`CREATE INDEX ledger_payment ON ledger (payment_id)`.execute(db);
  for (const statement of functions) await sql.raw(statement).execute(db);
  await sql`CREATE TRIGGER payments_share_entered AFTER UPDATE OF fee_returned ON payments
    FOR EACH ROW WHEN (OLD.status = 'refunded' AND NEW.status = 'refunded') EXECUTE FUNCTION enter_share()`.execute(db);
  await sql`CREATE INDEX payments_share_kept ON payments (stripe_account, refunded_at DESC)
    WHERE status = 'refunded' AND fee_returned < application_fee`.execute(db);
}
