import { WEBINAR_AMOUNT } from '@afterhours/contract/constants/webinars';
import type {
  answerSandboxChallenge,
  cancelPayment,
  createPayment,
  createSandboxToken,
  getPayment,
  getPaymentConfig,
  listPayments,
  resumePayment,
  sandboxCardBody,
} from '@afterhours/contract/payments/payments';
import type { Post } from '@afterhours/contract/posts/posts';
import type { output } from 'zod/mini';
import { type CallResult, call } from '#lib/api/client.ts';
import { makeRandomId } from '#lib/browser/secure-context.ts';
import { pageQuery } from '#lib/lists/use-pages.ts';

/** The fields of a post that are needed to pay for it. */
export type Webinar = Pick<Post, '_id' | 'title' | 'link' | 'startsAt' | 'timeZone' | 'payment' | 'webinar'> &
  Partial<Pick<Post, 'viewerCan'>>;

/** Loads which card form a webinar is paid with. */
export const loadPaymentConfig = (postId: string) =>
  call<typeof getPaymentConfig>('GET', '/payment/config', { query: { postId } });

export const makeSandboxToken = (card: output<typeof sandboxCardBody>) =>
  call<typeof createSandboxToken>('POST', '/payment/sandboxToken', { body: card });

export const loadOwnPayments = (cursor: string | null) =>
  call<typeof listPayments>('GET', '/payments', { query: pageQuery(cursor, 20) });

export const loadPayment = (id: string) => call<typeof getPayment>('GET', '/payment/:id', { params: { id } });

/** Brings a pending payment up to date, and returns what its payer has to do. */
export const continuePayment = (id: string) =>
  call<typeof resumePayment>('POST', '/payment/:id/resume', { params: { id } });

export const giveUpPayment = (id: string) => call<typeof cancelPayment>('DELETE', '/payment/:id', { params: { id } });

export const answerChallenge = (id: string, confirmed: boolean) =>
  call<typeof answerSandboxChallenge>('POST', '/payment/:id/sandboxChallenge', { params: { id }, body: { confirmed } });

/** Pays with the token of a card form. A repeated call makes no second payment. */
export function payForWebinar(
  webinar: Webinar,
  stripeToken: string,
  email: string,
): Promise<CallResult<typeof createPayment>> {
  return call<typeof createPayment>('POST', '/payment/create', {
    body: {
      stripeToken,
      email,
      parent_id: webinar._id,
      amount: webinar.webinar?.total ?? webinar.webinar?.price ?? WEBINAR_AMOUNT,
      productType: 'webinar',
      description: webinar.title,
    },
    idempotencyKey: makeRandomId(),
  });
}
