import { type Kysely, sql } from 'kysely';

/*
 * The books: what every payment moved, in entries of double entry. An entry is written by the trigger of the payment,
 * in whatever way its status changes, also by the version before; so no code can settle without it. Lines are added
 * and never changed. `host:` is what the community owes a host, `merchant:` what the provider has put into a host's
 * own account. Totals of hosts are kept, because a page cannot add up all the lines of a busy host.
 */
const functions = [
  `CREATE FUNCTION keep_as_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '% is only added to', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$`,
  `CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM ledger WHERE entry = NEW.entry GROUP BY currency HAVING sum(amount) <> 0) THEN
        RAISE EXCEPTION 'ledger entry % does not balance', NEW.entry USING ERRCODE = 'check_violation';
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION add_ledger_totals() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO ledger_totals AS t (account, provider, currency, came_in, given_back, paid_out)
      SELECT account, provider, currency, coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0),
        coalesce(-sum(amount) FILTER (WHERE kind IN ('refund', 'chargeback')), 0),
        coalesce(-sum(amount) FILTER (WHERE kind = 'payout'), 0)
      FROM added WHERE account ~ '^(host|merchant):' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (account, provider, currency) DO UPDATE SET came_in = t.came_in + excluded.came_in,
        given_back = t.given_back + excluded.given_back, paid_out = t.paid_out + excluded.paid_out;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION seller_account(p payments) RETURNS text LANGUAGE sql AS $$
    SELECT CASE WHEN p.stripe_account IS NULL THEN 'host:' ELSE 'merchant:' END || p.host_id $$`,
  `CREATE FUNCTION enter_payment(p payments) RETURNS void LANGUAGE sql AS $$
    INSERT INTO ledger (entry, kind, account, amount, currency, provider, payment_id, created_at)
    SELECT entry, 'payment', account, amount, p.currency, p.provider, p.id, coalesce(p.settled_at, now())
    FROM (SELECT gen_random_uuid() AS entry) one, (VALUES
      ('payer', -p.amount), (seller_account(p), p.amount - p.application_fee), ('community', p.application_fee)
    ) line (account, amount) WHERE amount <> 0
    ON CONFLICT DO NOTHING $$`,
  // The provider leaves the community its share of a charge that the bank of the payer has taken back from a host.
  `CREATE FUNCTION enter_return(p payments) RETURNS void LANGUAGE sql AS $$
    INSERT INTO ledger (entry, kind, account, amount, currency, provider, payment_id, created_at)
    SELECT entry, CASE WHEN p.dispute = 'lost' THEN 'chargeback' ELSE 'refund' END, account, amount, p.currency,
      p.provider, p.id, coalesce(p.refunded_at, now())
    FROM (SELECT gen_random_uuid() AS entry,
        CASE WHEN p.dispute = 'lost' AND p.stripe_account IS NOT NULL THEN 0 ELSE p.application_fee END AS fee) one,
      LATERAL (VALUES ('payer', p.amount), (seller_account(p), fee - p.amount), ('community', -fee)
    ) line (account, amount) WHERE amount <> 0
    ON CONFLICT DO NOTHING $$`,
  `CREATE FUNCTION enter_settled() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.status IN ('completed', 'refunded') AND (TG_OP = 'INSERT' OR OLD.status IN ('pending', 'failed')) THEN
        PERFORM enter_payment(NEW);
      END IF;
      IF NEW.status = 'refunded' AND (TG_OP = 'INSERT' OR OLD.status <> 'refunded') THEN
        PERFORM enter_return(NEW);
      END IF;
      RETURN NULL;
    END $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE ledger (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      entry uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('payment', 'refund', 'chargeback', 'payout')),
      account text NOT NULL,
      amount bigint NOT NULL CHECK (amount <> 0),
      currency text NOT NULL,
      provider text NOT NULL,
      payment_id uuid REFERENCES payments,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      UNIQUE (payment_id, kind, account)
    )`.execute(db);
  await sql`CREATE INDEX ledger_entry ON ledger (entry)`.execute(db);
  await sql`
    CREATE TABLE ledger_totals (
      account text,
      provider text,
      currency text,
      came_in bigint NOT NULL,
      given_back bigint NOT NULL,
      paid_out bigint NOT NULL,
      PRIMARY KEY (account, provider, currency)
    )`.execute(db);
  await sql`CREATE INDEX ledger_owed ON ledger_totals (account, provider, currency)
    WHERE account ^@ 'host:' AND came_in > given_back + paid_out`.execute(db);
  for (const statement of functions) await sql.raw(statement).execute(db);
  await sql`CREATE TRIGGER ledger_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger
    FOR EACH STATEMENT EXECUTE FUNCTION keep_as_written()`.execute(db);
  await sql`CREATE CONSTRAINT TRIGGER ledger_balanced AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION check_ledger_entry()`.execute(db);
  await sql`CREATE TRIGGER ledger_totalled AFTER INSERT ON ledger REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_ledger_totals()`.execute(db);
  await sql`CREATE TRIGGER payments_entered AFTER INSERT OR UPDATE OF status ON payments
    FOR EACH ROW EXECUTE FUNCTION enter_settled()`.execute(db);
  await sql`SELECT enter_payment(p) FROM payments p WHERE status IN ('completed', 'refunded') ORDER BY id`.execute(db);
  await sql`SELECT enter_return(p) FROM payments p WHERE status = 'refunded' ORDER BY id`.execute(db);
  // Nothing waits for the end, so that the next migration of this transaction may alter the table.
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(db);
  await sql`SET CONSTRAINTS ALL DEFERRED`.execute(db);
}
