/**
 * Compares the ledger with the payments and payouts: every entry must balance, and every payment and recorded payout
 * must have moved the amount that its status implies. If the provider's keys are set, its charges of the last month are
 * compared with the payments, too.
 */
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Config } from '#config/config.ts';
import type { Payments } from '#platform/payments/payments.ts';
import { createStripePayments } from '#platform/payments/stripe-payments.ts';
import { counted } from '#texts/counted.ts';
import { type Check, type Finding, fail, type Installation, messageOf, ok, warn } from './finding.ts';

const DAYS = 30;
const MAX_CHARGES = 2_000;
const MAX_NAMED = 5;

const UNBALANCED = `SELECT entry::text AS id FROM ledger GROUP BY entry, currency HAVING sum(amount) <> 0 LIMIT 100`;

/** The sum of a payment's lines for the payer, compared with its status. */
const WRONG_PAYMENTS = `
  SELECT p.id::text FROM payments p LEFT JOIN LATERAL (
    SELECT sum(amount) AS moved, count(*) AS lines FROM ledger l WHERE l.payment_id = p.id AND l.account = 'payer'
  ) book ON true
  WHERE (p.status = 'completed' AND (book.lines <> 1 OR book.moved <> -p.amount))
    OR (p.status = 'refunded' AND (book.lines <> 2 OR book.moved <> 0))
    OR (p.status IN ('pending', 'failed') AND book.lines > 0)
  LIMIT 100`;

/**
 * The lines of a recorded payout for its host, compared with its status. Payouts by the provider from a host's own
 * account have none.
 */
const WRONG_PAYOUTS = `
  SELECT p.id::text FROM payouts p LEFT JOIN LATERAL (
    SELECT sum(amount) AS moved, count(*) AS lines FROM ledger l WHERE l.entry = p.id AND l.kind = 'payout'
      AND l.account = 'host:' || p.host_id AND l.currency = p.currency AND l.provider = p.provider
  ) book ON true
  WHERE CASE WHEN p.stripe_account IS NOT NULL THEN book.lines > 0
    WHEN p.status = 'canceled' THEN book.lines <> 2 OR book.moved <> 0
    ELSE book.lines <> 1 OR book.moved <> -p.amount END
  UNION SELECT l.entry::text FROM ledger l
  WHERE l.kind = 'payout' AND NOT EXISTS (SELECT FROM payouts p WHERE p.id = l.entry)
  LIMIT 100`;

const callSupport = 'Do not repair it by hand. Keep a backup, and report it with the log.';

const name = (ids: readonly string[]): string =>
  `${ids.slice(0, MAX_NAMED).join(', ')}${ids.length > MAX_NAMED ? ' and others' : ''}`;

async function listIds({ pool }: Installation, statement: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(statement);
  return rows.map(({ id }) => id);
}

/** Returns the accounts used by payments of the last days; null stands for the community's own. */
async function listAccounts({ pool }: Installation): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ account: string | null }>(
    `SELECT DISTINCT stripe_account AS account FROM payments
     WHERE provider = 'stripe' AND created_at > now() - make_interval(days => ${DAYS})`,
  );
  return rows.map(({ account }) => account);
}

type Known = { status: string; amount: number; currency: string };

/** Returns the charges of an account that do not agree with the payments. */
async function compareAccount({ pool }: Installation, payments: Payments, account: string | null): Promise<string[]> {
  const wrong: string[] = [];
  const since = new Date(Date.now() - DAYS * DAY_MS);
  for await (const { paymentId, amount, currency, refunded } of payments.listCharged(account, since, MAX_CHARGES)) {
    const { rows } = await pool.query<Known>('SELECT status, amount, currency FROM payments WHERE id = $1', [
      paymentId,
    ]);
    const [known] = rows;
    const fits = known?.amount === amount && known.currency === currency;
    if (!fits || known?.status !== (refunded ? 'refunded' : 'completed')) wrong.push(paymentId);
  }
  return wrong;
}

/** Compares the charges of every account, using the keys in `stripe`. */
async function compareProvider(installation: Installation, stripe: NonNullable<Config['stripe']>): Promise<Finding[]> {
  const payments = await createStripePayments(stripe);
  const findings: Finding[] = [];
  for (const account of await listAccounts(installation)) {
    const whose = account ?? "the community's account";
    try {
      const wrong = await compareAccount(installation, payments, account);
      const differ = counted(wrong.length, 'charge differs from its payment', 'charges differ from their payments');
      findings.push(
        wrong.length > 0
          ? warn(
              `Stripe, ${whose}: ${differ}: ${name(wrong)}`,
              'Charges of the last minutes settle by themselves. Run the doctor again, then compare them at Stripe.',
            )
          : ok(`Stripe, ${whose}: the charges of ${DAYS} days agree with the payments`),
      );
    } catch (error) {
      findings.push(warn(`Stripe, ${whose}: could not be queried: ${messageOf(error)}`, 'Check the keys.'));
    }
  }
  return findings;
}

export const checkLedger: Check = {
  name: 'Ledger',
  async run(installation) {
    const unbalanced = await listIds(installation, UNBALANCED);
    const wrong = await listIds(installation, WRONG_PAYMENTS);
    const payouts = await listIds(installation, WRONG_PAYOUTS);
    const { stripe } = installation.config;
    return [
      unbalanced.length > 0
        ? fail(
            `${counted(unbalanced.length, 'entry does not balance', 'entries do not balance')}: ${name(unbalanced)}`,
            callSupport,
          )
        : ok('every entry of the ledger balances'),
      wrong.length > 0
        ? fail(
            `${counted(wrong.length, 'payment differs', 'payments differ')} from the ledger: ${name(wrong)}`,
            callSupport,
          )
        : ok('the ledger agrees with the payments'),
      payouts.length > 0
        ? fail(
            `${counted(payouts.length, 'payout differs', 'payouts differ')} from the ledger: ${name(payouts)}`,
            callSupport,
          )
        : ok('the ledger agrees with the payouts'),
      ...(stripe ? await compareProvider(installation, stripe) : []),
    ];
  },
};
