import { type Kysely, sql } from 'kysely';

/*
 * The accounts of hosts at the provider, and what was paid out. A payout that the community makes is entered into the
 * ledger; one that the provider makes from a host's own account is only shown to the host. Payouts outlive their host.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE connected_accounts (
      user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
      provider text NOT NULL CHECK (provider IN ('stripe', 'sandbox')),
      account text NOT NULL UNIQUE,
      charges_enabled boolean NOT NULL DEFAULT false,
      payouts_enabled boolean NOT NULL DEFAULT false,
      details_submitted boolean NOT NULL DEFAULT false,
      closed_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`.execute(db);
  await sql`
    CREATE TABLE payouts (
      id uuid PRIMARY KEY,
      host_id uuid NOT NULL,
      provider text NOT NULL CHECK (provider IN ('stripe', 'sandbox')),
      stripe_account text,
      reference text UNIQUE,
      amount integer NOT NULL CHECK (amount > 0),
      currency text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
      status text NOT NULL CHECK (status IN ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
      arrives_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK (stripe_account IS NOT NULL OR status = 'paid')
    )`.execute(db);
  await sql`CREATE INDEX payouts_host ON payouts (host_id, id DESC)`.execute(db);
  await sql`CREATE INDEX payments_earned ON payments (host_id, id DESC)
    WHERE status IN ('completed', 'refunded')`.execute(db);
  await sql`CREATE INDEX payments_disputed ON payments (id) WHERE dispute = 'open'`.execute(db);
  await sql`
    CREATE FUNCTION enter_payout() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ledger (entry, kind, account, amount, currency, provider)
      VALUES (NEW.id, 'payout', 'host:' || NEW.host_id, -NEW.amount, NEW.currency, NEW.provider),
        (NEW.id, 'payout', 'transfers', NEW.amount, NEW.currency, NEW.provider);
      RETURN NULL;
    END $$`.execute(db);
  await sql`CREATE TRIGGER payouts_entered AFTER INSERT ON payouts
    FOR EACH ROW WHEN (NEW.stripe_account IS NULL) EXECUTE FUNCTION enter_payout()`.execute(db);
}
