import { defineJob } from '#platform/jobs/jobs.ts';
import type { Trouble } from './events.ts';

/** Settles a payment. Enqueued with the intent, in case nothing else settles it. */
export const settlePaymentJob = defineJob<{ paymentId: string }>('payments.settle', { retries: 10 });

/** Asks the provider for the state of a settled payment, for providers that send no events. */
export const checkPaymentJob = defineJob<{ paymentId: string }>('payments.check', { retries: 3 });

export const refundPaymentJob = defineJob<{ paymentId: string }>('payments.refund', { retries: 12, retryDelay: 10 });

/** Refunds all payments of a deleted post. */
export const refundPostJob = defineJob<{ postId: string }>('payments.refund-post', { retries: 12, retryDelay: 10 });

/** Mails the payer a receipt or a notice of the refund. */
export const paymentMailJob = defineJob<{ paymentId: string; about: 'receipt' | 'refund' }>('payments.mail', {
  mails: true,
});

/** Notifies the host and the owners of a dispute, or of a refund that cannot be made or was returned. */
export const troubleJob = defineJob<{ paymentId: string; trouble: Trouble }>('payments.trouble');
