import { accountMessages } from '@afterhours/contract/account/account';
import {
  accountDataMessages,
  deleteAccount,
  exportAccount,
  exportByLink,
} from '@afterhours/contract/account/account-data';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountVacated } from '#features/account/events.ts';
import { logWrongProof } from '#features/account/loaders.ts';
import { AppError } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { QUARTER_HOUR } from '#http/gate/rate-limit.ts';
import type { Services } from '#services.ts';
import * as commands from './commands.ts';
import { createExport } from './export/archive.ts';
import { findLinkMember, registerExportLinks, returnDownload, takeDownload } from './export/links.ts';
import { registerMove } from './moves/moves.ts';
import { removal } from './removal.ts';

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Streams a member's data to an authorized caller; stops the work if the client disconnects. */
async function sendExport(services: Services, userId: string, { request, reply }: Exchange): Promise<FastifyReply> {
  services.security.record('data-exported', { memberId: userId, address: request.ip });
  const stream = await createExport(services, userId);
  reply.raw.once('close', () => stream.destroy());
  return reply
    .headers({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="my-data.zip"',
    })
    .type(exportAccount.produces)
    .send(stream);
}

function bindExports({ bindRaw, services, createTryCounter }: FeatureContext): void {
  const message = accountMessages.tooManyTries;
  const exports = createTryCounter({ name: 'export', tries: 5, seconds: QUARTER_HOUR, message });

  bindRaw(exportAccount, async ({ session, ...exchange }) => {
    await exports.take(session.userId);
    return sendExport(services, session.userId, exchange);
  });

  bindRaw(exportByLink, async ({ body: { token }, request, reply }) => {
    const { db } = services;
    const userId = await findLinkMember(db, token);
    if (userId === undefined) throw new AppError(404, accountDataMessages.deadLink);
    await exports.take(userId);
    if (!(await takeDownload(db, token))) throw new AppError(404, accountDataMessages.deadLink);
    reply.raw.once('close', () => {
      if (reply.raw.writableEnded) return;
      returnDownload(db, token).catch((error: unknown) =>
        request.log.error({ err: error }, 'a download that broke off could not be given back'),
      );
    });
    return sendExport(services, userId, { request, reply });
  });
}

export default function register(context: FeatureContext): void {
  const { bind, services, createTryCounter } = context;
  services.events.within(accountVacated, (tx, { userId }) => commands.removeAtOnce(services, tx, userId));
  registerMove(services, removal);
  registerExportLinks(services);
  const message = accountMessages.tooManyTries;
  const deletions = createTryCounter({ name: 'delete-account', tries: 10, seconds: QUARTER_HOUR, message });

  bind(deleteAccount, async ({ session, body, address }) => {
    await deletions.take(session.userId);
    await logWrongProof(services, { ...session, address }, () => commands.deleteAccount(services, session, body));
    return { message: accountDataMessages.deleted, body: null };
  });

  bindExports(context);
}
