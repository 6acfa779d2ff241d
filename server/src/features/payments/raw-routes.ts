/** The two routes outside the envelope: the provider's webhook, whose signature covers the bytes, and `.ics` files. */
import { isId } from '@afterhours/contract/base/fields';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { getCalendarFile } from '@afterhours/contract/payments';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requirePostView } from '#features/posts/loaders.ts';
import type { RawBinder } from '#http/bind.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import { type PaymentHint, WebhookError } from '#platform/payments/payments.ts';
import type { Services } from '#services.ts';
import { settleHint } from './settlement.ts';
import { toCalendar } from './webinars/calendar.ts';

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

/**
 * The webhook for the provider's events. It answers 200 after the event is handled; otherwise the provider sends it
 * again.
 */
export function addWebhook(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/api/payment/webhook', { schema: { hide: true } }, async (request, reply) => {
      const hint = readHint(services, request);
      if (hint) await settleHint(services, hint);
      return reply.send({ received: true });
    });
  });
}

/** Binds the calendar file of a webinar. */
export function addCalendar(bindRaw: RawBinder, services: Services): void {
  const { publicUrl: origin } = services.config;
  bindRaw(getCalendarFile, async ({ request, reply, session }) => {
    const { id } = request.params as { id: string };
    if (!isId(id)) throw notFound();
    const post = await requirePostView(services, session.userId, id);
    const { startsAt, link } = post;
    if (post.postType !== 'webinar' || startsAt === null) throw notFound();
    if (link === null) throw new AppError(403, paymentMessages.joinFirst);
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': 'attachment; filename="webinar.ics"',
      })
      .type(getCalendarFile.produces)
      .send(toCalendar({ ...post, startsAt, link }, { appName: services.community.name(), origin }));
  });
}
