/** Hosts' own accounts at the payment provider: opening them, and reading their state. */
import { earningMessages, type SellerAccount } from '@afterhours/contract/payments/earnings';
import { loadTaxRate } from '#community/seller.ts';
import { newId } from '#db/statements/id.ts';
import { AppError } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { checkPaymentJob } from '../jobs.ts';
import {
  type AccountRow,
  replaceAccount,
  selectAccount,
  selectAccountById,
  selectEmail,
  selectUnknownCharges,
  storePayout,
  storeState,
} from './account-queries.ts';

/** Calls the provider. Throws 503 if the call fails. */
async function callProvider<T>({ log }: Services, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    log.error({ err: error }, 'the payment provider could not be reached for the state of an account');
    throw new AppError(503, earningMessages.away, { retryAfter: 30 });
  }
}

function stateOf(row: AccountRow | undefined): SellerAccount['state'] {
  if (!row) return 'none';
  if (row.closed_at !== null) return 'closed';
  return row.charges_enabled ? 'ready' : 'incomplete';
}

export async function describeAccount(services: Services, userId: string): Promise<SellerAccount> {
  const { seller: mode, sharePercent } = services.community.settings();
  const { provider } = services.payments;
  const row = await selectAccount(services.db, userId);
  const present = row?.provider === provider ? row : undefined;
  const payouts = present?.payouts_enabled ?? false;
  const taxPercent = await loadTaxRate(services, services.db, userId);
  return { mode, sharePercent, taxPercent, state: stateOf(present), payouts, sandbox: provider === 'sandbox' };
}

/**
 * Returns the member's open account at the provider, or opens one. Concurrent calls, or one after a crash, open only
 * one account, because the idempotency key names the member and the account that is replaced.
 */
async function requireAccount(services: Services, userId: string): Promise<string> {
  const { db, payments } = services;
  const before = await selectAccount(db, userId);
  if (before?.provider === payments.provider && before.closed_at === null) return before.account;
  const key = before ? `${userId}-${before.account.slice(-16)}` : userId;
  const email = await selectEmail(db, userId);
  const account = await callProvider(services, () => payments.accounts.open(key, email));
  await replaceAccount(db, { user_id: userId, provider: payments.provider, account });
  return account;
}

/** Opens an account for a host. Returns the URL of the provider's onboarding form. */
export async function setUpAccount(services: Services, userId: string): Promise<string> {
  if (services.community.settings().seller === 'community') throw new AppError(409, earningMessages.communitySells);
  const account = await requireAccount(services, userId);
  const page = `${services.config.publicUrl}/me/earnings`;
  const addresses = { back: `${page}?account=back`, again: `${page}?account=again` };
  const url = await callProvider(services, () => services.payments.accounts.link(account, addresses));
  await callProvider(services, () => refreshAccount(services, account));
  return url;
}

/**
 * Loads the state of an account from the provider; does nothing unless it belongs to a host here. Enqueues checks of
 * payments whose outcome became unknown when the account was closed.
 */
export async function refreshAccount(services: Services, account: string): Promise<void> {
  const { db, jobs, payments } = services;
  const row = await selectAccountById(db, account);
  if (row?.provider !== payments.provider) return;
  const state = await payments.accounts.find(account);
  await storeState(db, account, state);
  if (!state) return;
  const paymentIds = await selectUnknownCharges(db, account);
  await jobs.enqueueAll(
    db,
    checkPaymentJob,
    paymentIds.map((paymentId) => ({ paymentId })),
  );
}

/** Refreshes a member's account from the provider and returns its state. */
export async function refreshOwnAccount(services: Services, userId: string): Promise<SellerAccount> {
  const row = await selectAccount(services.db, userId);
  if (row) await callProvider(services, () => refreshAccount(services, row.account));
  return describeAccount(services, userId);
}

/** Loads a payout from a host's own account and stores it for the host. */
export async function refreshPayout(services: Services, account: string, reference: string): Promise<void> {
  const row = await selectAccountById(services.db, account);
  const payout = row && (await services.payments.accounts.findPayout(account, reference));
  if (!row || !payout) return;
  await storePayout(services.db, {
    id: newId(),
    host_id: row.user_id,
    provider: row.provider,
    stripe_account: account,
    reference,
    amount: payout.amount,
    currency: payout.currency,
    status: payout.status,
    arrives_at: payout.arrivesAt,
  });
}
