import { accountMessages } from '@afterhours/contract/account';
import { accountDataMessages, deleteAccount, EXPORT_PATH } from '@afterhours/contract/account-data';
import { socialLoginMessages } from '@afterhours/contract/social-login';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#http/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { readToken } from '#http/session.ts';
import * as commands from './commands.ts';
import { createExport } from './export.ts';

const QUARTER_HOUR = 900;

export default function register({ app, bind, services, createTryCounter }: FeatureContext): void {
  const message = accountMessages.tooManyTries;
  const deletions = createTryCounter({ name: 'delete-account', tries: 10, seconds: QUARTER_HOUR, message });
  const exports = createTryCounter({ name: 'export', tries: 5, seconds: QUARTER_HOUR, message });

  bind(deleteAccount, async ({ viewerId, body }) => {
    await deletions.take(viewerId);
    await commands.deleteAccount(services, viewerId, body);
    return { message: accountDataMessages.deleted, body: null };
  });

  app.get(`/api${EXPORT_PATH}`, { schema: { hide: true } }, async (request: FastifyRequest, reply: FastifyReply) => {
    const token = readToken(request);
    const session = token ? await services.sessions.find(token) : null;
    if (!session) throw new AppError(401);
    if (session.limited) throw new AppError(403, socialLoginMessages.needsDetails);
    await exports.take(session.userId);
    const stream = await createExport(services, session.userId);
    request.raw.once('close', () => stream.destroy());
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': 'attachment; filename="my-data.zip"',
      })
      .type('application/zip')
      .send(stream);
  });
}
