import { paymentMessages } from '@afterhours/contract/constants/payments';
import * as contract from '@afterhours/contract/payments/payments';
import type { FeatureContext } from '#http/feature.ts';
import { messageOf, toPaymentView, toProgress } from '../views.ts';
import { answerChallenge, cancelPayment, resumePayment } from './action-commands.ts';

export function registerActions({ bind, services }: FeatureContext): void {
  bind(contract.resumePayment, async ({ viewerId, params }) =>
    toProgress(services, await resumePayment(services, viewerId, params.id)),
  );

  bind(contract.cancelPayment, async ({ viewerId, params }) => {
    const payment = await cancelPayment(services, viewerId, params.id);
    const message = payment.status === 'failed' ? paymentMessages.cancelled : messageOf(payment);
    return { message, body: toPaymentView(payment) };
  });

  bind(contract.answerSandboxChallenge, async ({ viewerId, params, body }) => {
    const payment = await answerChallenge(services, viewerId, { id: params.id, confirmed: body.confirmed });
    return { message: messageOf(payment), body: toPaymentView(payment) };
  });
}
