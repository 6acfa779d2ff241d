import type {
  getBillingDetails,
  getReceipt,
  setBillingDetails as setBilling,
  setBillingDetails,
} from '@afterhours/contract/payments/receipts';
import type { output } from 'zod/mini';
import { call, reportDeadToken } from '#lib/api/client.ts';
import { readToken } from '#lib/browser/session-storage.ts';

export const loadReceipt = (number: string) =>
  call<typeof getReceipt>('GET', '/me/receipts/:number', { params: { number } });

export const loadBilling = () => call<typeof getBillingDetails>('GET', '/me/billing');

export const saveBilling = (body: output<(typeof setBilling)['body']>) =>
  call<typeof setBillingDetails>('PUT', '/me/billing', { body });

/** Loads a receipt as a PDF, with the member's token. Resolves to null if the request fails. */
export async function loadReceiptFile(number: string): Promise<Blob | null> {
  const token = readToken();
  try {
    const response = await fetch(`/api/me/receipts/${encodeURIComponent(number)}.pdf`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    if (response.status === 401) reportDeadToken(token);
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}
