import { paymentMessages } from '@afterhours/contract/constants/payments';
import * as contract from '@afterhours/contract/payments/payments';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { accountDeleting } from '#features/account-data/events.ts';
import { memberBanned, memberBlocked, postUnhiding } from '#features/moderation/events.ts';
import { postDeleted } from '#features/posts/events.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { createSandboxToken } from '#platform/payments/sandbox-payments.ts';
import type { Services } from '#services.ts';
import { findSale } from './accounts/account-queries.ts';
import { registerActions } from './actions/action-routes.ts';
import { createPayment, registerPaymentJobs, settleOverdue } from './commands.ts';
import { registerEarnings } from './earnings/earning-routes.ts';
import { refundPostJob } from './jobs.ts';
import { selectPayment } from './queries.ts';
import { ownPaymentKey, selectOwnPayments } from './receipts/list-queries.ts';
import { registerReceipts } from './receipts/receipt-routes.ts';
import { refundBanned, refundBlocked, refundHidden, refundUnhidden } from './refunds.ts';
import { announceVacated } from './seats/seat-commands.ts';
import { registerSeats } from './seats/seat-routes.ts';
import { messageOf, toFailure, toOwnPaymentView, toPaymentView, toProgress } from './views.ts';
import { addWebhook } from './webhook-route.ts';

const OWN_PAYMENTS = 'payments';

function listen(services: Services): void {
  registerPaymentJobs(services);
  services.jobs.schedule({ name: 'payments.overdue', formerName: 'payments.sweep', cron: '*/5 * * * *' }, async () => {
    await refundHidden(services);
    await settleOverdue(services);
  });
  services.events.within(postDeleted, ({ db }, { postId }) => services.jobs.enqueue(db, refundPostJob, { postId }));
  services.events.within(memberBlocked, (tx, { userId, blockedId }) => refundBlocked(services, tx, userId, blockedId));
  services.events.within(accountDeleting, (tx, { userId }) => announceVacated(tx, userId));
  services.events.within(memberBanned, ({ db }, { userId }) => refundBanned(services, db, userId));
  services.events.withinAll(postUnhiding, ({ db }, posts) =>
    refundUnhidden(
      services,
      db,
      posts.map(({ postId }) => postId),
    ),
  );
}

export default function register(context: FeatureContext): void {
  const { bind, services, createTryCounter } = context;
  listen(services);
  registerSeats(context);
  registerActions(context);
  registerReceipts(context);
  registerEarnings(context);
  addWebhook(context);
  // Thieves test stolen card numbers at sites without a limit.
  const message = paymentMessages.tooManyTries;
  const tries = createTryCounter({ name: 'payments', tries: 12, seconds: 3_600, message });

  bind(contract.createPayment, async ({ viewerId, body }) => {
    await tries.take(viewerId);
    const progress = await createPayment(services, viewerId, body).catch(async (error: unknown) => {
      if (!(error instanceof AppError && error.status === 402)) await tries.giveBack(viewerId);
      throw error;
    });
    await tries.giveBack(viewerId);
    return toProgress(services, progress);
  });

  bind(contract.getPayment, async ({ viewerId, params }) => {
    const payment = await selectPayment(services.readsNow, params.id);
    if (payment?.user_id !== viewerId) throw notFound(paymentMessages.notFound);
    const body = { ...toPaymentView(payment), parent_id: payment.post_id, ...toFailure(payment) };
    return { message: messageOf(payment), body };
  });

  bind(contract.listPayments, async ({ viewerId, query }) => {
    const start = pageStart(OWN_PAYMENTS, ['id'], query);
    const rows = await selectOwnPayments(services.readsNow, viewerId, start);
    const { items, ...paging } = toPage(OWN_PAYMENTS, rows, start, ownPaymentKey);
    return { body: items.map((row) => toOwnPaymentView(row, services.config.publicUrl)), ...paging };
  });

  bind(contract.getPaymentConfig, async ({ viewerId, query }) => {
    const { provider, publishableKey } = services.payments;
    const none = { account: null, includedTax: null };
    const sale = query.postId === undefined ? none : await findSale(services, viewerId, query.postId);
    return { body: { provider, publishableKey, ...sale } };
  });

  bind(contract.createSandboxToken, async ({ body }) => {
    if (services.payments.provider !== 'sandbox') throw notFound();
    return { body: { id: createSandboxToken(body.number) } };
  });
}
