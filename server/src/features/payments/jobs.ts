import { defineJob } from '#platform/jobs/jobs.ts';

/** Enqueued with the intent, for the case that nobody else brings the payment to its end. */
export const settlePaymentJob = defineJob<{ paymentId: string }>('payments.settle', { retries: 10 });

export const refundPaymentJob = defineJob<{ paymentId: string }>('payments.refund', { retries: 12, retryDelay: 10 });

/** Give back all payments of a post that was deleted. */
export const refundPostJob = defineJob<{ postId: string }>('payments.refund-post', { retries: 12, retryDelay: 10 });

/** Mail the payer a receipt, or word that the money is on its way back. */
export const paymentMailJob = defineJob<{ paymentId: string; about: 'receipt' | 'refund' }>('payments.mail');

/** What is overdue, whatever became of its job. */
export const sweepPayments = defineJob<Record<string, never>>('payments.sweep', { cron: '*/5 * * * *' });
