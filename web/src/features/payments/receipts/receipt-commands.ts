import type {
  getBillingDetails,
  getReceipt,
  setBillingDetails as setBilling,
  setBillingDetails,
} from '@afterhours/contract/payments/receipts';
import type { output } from 'zod/mini';
import { call } from '#lib/api/client.ts';

export const loadReceipt = (number: string) =>
  call<typeof getReceipt>('GET', '/me/receipts/:number', { params: { number } });

export const loadBilling = () => call<typeof getBillingDetails>('GET', '/me/billing');

export const saveBilling = (body: output<(typeof setBilling)['body']>) =>
  call<typeof setBillingDetails>('PUT', '/me/billing', { body });
