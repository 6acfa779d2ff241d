import type {
  cancelPayout,
  endSandboxDispute,
  getSellerAccount,
  listEarnings,
  listOwedHosts,
  listPayouts,
  listRecordedPayouts,
  OwedHost,
  paySandboxOut,
  recordPayout as recordPayoutRoute,
  refreshSellerAccount,
  setUpSellerAccount,
} from '@afterhours/contract/payments/earnings';
import type { Currency } from '@afterhours/contract/webinars/webinars';
import { call } from '#lib/api/client.ts';
import { makeRandomId } from '#lib/browser/secure-context.ts';
import { pageQuery } from '#lib/lists/use-pages.ts';

const pageOf = (cursor: string | null) => pageQuery(cursor, 20);

export const loadEarnings = (cursor: string | null) =>
  call<typeof listEarnings>('GET', '/me/earnings', { query: pageOf(cursor) });

export const loadPayouts = (cursor: string | null) =>
  call<typeof listPayouts>('GET', '/me/payouts', { query: pageOf(cursor) });

export const loadOwedHosts = (cursor: string | null) =>
  call<typeof listOwedHosts>('GET', '/staff/payouts', { query: pageOf(cursor) });

export const loadRecordedPayouts = (cursor: string | null) =>
  call<typeof listRecordedPayouts>('GET', '/staff/payouts/recorded', { query: pageOf(cursor) });

export const loadSellerAccount = () => call<typeof getSellerAccount>('GET', '/me/seller-account');

export const refreshAccount = () => call<typeof refreshSellerAccount>('POST', '/me/seller-account/refresh');

export const setUpAccount = () => call<typeof setUpSellerAccount>('POST', '/me/seller-account');

/** `currency` is one in which the server reported an amount owed. */
export const playPayout = (currency: string) =>
  call<typeof paySandboxOut>('POST', '/me/payouts/sandbox', { body: { currency: currency as Currency } });

export const playDispute = (id: string, won: boolean) =>
  call<typeof endSandboxDispute>('POST', '/payment/:id/sandboxDispute', { params: { id }, body: { won } });

/** Records that the whole amount owed to a host, as the page shows it, was transferred. */
export const recordPayout = ({ hostId, currency, owed, paidOut }: OwedHost) =>
  call<typeof recordPayoutRoute>('POST', '/staff/payouts', {
    body: { hostId, currency, amount: owed, paidOut },
    idempotencyKey: makeRandomId(),
  });

/** Cancels the record of a transfer. */
export const cancelRecord = (id: string, reason: string) =>
  call<typeof cancelPayout>('POST', '/staff/payouts/:id/cancel', { params: { id }, body: { reason } });
