/**
 * Accounts of hosts at Stripe. Hosts are the sellers: they pay the fees, and their balance covers refunds and disputes.
 * Stripe collects the details that the law requires from them, and bears what a balance cannot cover.
 */
import type Stripe from 'stripe';
import type { ProviderPayout, SellerAccounts } from './payments.ts';
import { on } from './stripe-charges.ts';

/** Returns true if an error means that the platform has no access to an account, or that there is none. */
export const isAccountGone = (error: unknown): boolean => {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  return code === 'account_invalid' || (statusCode === 403 && code === undefined);
};

const orNull = (error: unknown): null => {
  if (isAccountGone(error) || (error as { code?: string }).code === 'resource_missing') return null;
  throw error;
};

const statuses = new Set<ProviderPayout['status']>(['pending', 'in_transit', 'paid', 'failed', 'canceled']);
const toStatus = (status: string): ProviderPayout['status'] =>
  [...statuses].find((known) => known === status) ?? 'pending';

export const createStripeAccounts = (stripe: Stripe): SellerAccounts => ({
  async open(key, email) {
    const account = await stripe.accounts.create(
      {
        email,
        controller: {
          fees: { payer: 'account' },
          losses: { payments: 'stripe' },
          requirement_collection: 'stripe',
          stripe_dashboard: { type: 'full' },
        },
      },
      { idempotencyKey: `account-${key}` },
    );
    return account.id;
  },
  async link(account, { back, again }) {
    const link = await stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      return_url: back,
      refresh_url: again,
    });
    return link.url;
  },
  find: (account) =>
    stripe.accounts.retrieve(account).then(
      ({ charges_enabled: chargesEnabled, payouts_enabled: payoutsEnabled, details_submitted: detailsSubmitted }) => ({
        chargesEnabled,
        payoutsEnabled,
        detailsSubmitted,
      }),
      orNull,
    ),
  findPayout: (account, reference) =>
    stripe.payouts.retrieve(reference, {}, on(account)).then(
      ({ amount, currency, status, arrival_date: arrival }) => ({
        amount,
        currency,
        status: toStatus(status),
        arrivesAt: new Date(arrival * 1_000),
      }),
      orNull,
    ),
});
