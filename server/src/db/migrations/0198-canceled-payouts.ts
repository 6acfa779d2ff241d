import { type Kysely, sql } from 'kysely';

/*
 * The record of a payout by the community can be cancelled. Its ledger entry then gets two more lines, which reverse
 * it. Their kind is `payout`, so that the totals, also those of the version before, subtract them from what was paid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE payouts ADD canceled_at timestamptz(3),
      ADD cancel_reason text,
      DROP CONSTRAINT payouts_check,
      ADD CONSTRAINT payouts_check CHECK (stripe_account IS NOT NULL OR status IN ('paid', 'canceled')),
      ADD CONSTRAINT payouts_canceled CHECK (CASE WHEN stripe_account IS NULL AND status = 'canceled'
        THEN canceled_at IS NOT NULL AND cancel_reason IS NOT NULL
        ELSE canceled_at IS NULL AND cancel_reason IS NULL END)`.execute(db);
  await sql`CREATE INDEX payouts_recorded ON payouts (provider, id DESC) WHERE stripe_account IS NULL`.execute(db);
  await sql`
    CREATE FUNCTION reverse_payout() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ledger (entry, kind, account, amount, currency, provider)
      VALUES (NEW.id, 'payout', 'host:' || NEW.host_id, NEW.amount, NEW.currency, NEW.provider),
        (NEW.id, 'payout', 'transfers', -NEW.amount, NEW.currency, NEW.provider);
      RETURN NULL;
    END $$`.execute(db);
  await sql`CREATE TRIGGER payouts_reversed AFTER UPDATE OF status ON payouts
    FOR EACH ROW WHEN (NEW.stripe_account IS NULL AND OLD.status = 'paid' AND NEW.status = 'canceled')
    EXECUTE FUNCTION reverse_payout()`.execute(db);
}
