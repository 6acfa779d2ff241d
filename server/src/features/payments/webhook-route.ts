/** The route outside the envelope: the provider's webhook, whose signature is computed from the raw body. */
import { paymentMessages } from '@afterhours/contract/constants/payments';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { type PaymentHint, WebhookError } from '#platform/payments/payments.ts';
import type { Services } from '#services.ts';
import { refreshAccount, refreshPayout } from './accounts/account-commands.ts';
import { checkShares, settleHint } from './settlement.ts';

const EVENT_LIMIT = 256 * 1024;

function readHint({ payments }: Services, request: FastifyRequest): PaymentHint | null {
  const signature = request.headers['stripe-signature'];
  try {
    return payments.readWebhook(request.body as Buffer, typeof signature === 'string' ? signature : undefined);
  } catch (error) {
    if (error instanceof WebhookError) throw new AppError(400, paymentMessages.foreignEvent);
    throw error;
  }
}

/** Loads what an event is about from the provider. */
function takeHint(services: Services, hint: PaymentHint): Promise<void> {
  if (hint.kind === 'charge') return settleHint(services, hint);
  if (hint.kind === 'share') return checkShares(services, hint.account);
  return hint.kind === 'account'
    ? refreshAccount(services, hint.account)
    : refreshPayout(services, hint.account, hint.reference);
}

/**
 * Binds the webhook for the provider's events. It responds with 200 only after the event is handled; otherwise the
 * provider sends the event again.
 */
export function addWebhook({ app, charge, services }: FeatureContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(
      '/api/payment/webhook',
      { schema: { hide: true }, onRequest: charge('read') },
      async (request, reply) => {
        const hint = readHint(services, request);
        if (hint) await takeHint(services, hint);
        return reply.send({ received: true });
      },
    );
  });
}
