import { accountMessages } from '@afterhours/contract/account/account';
import { accountDataMessages, deleteAccount, exportAccount } from '@afterhours/contract/account/account-data';
import { accountVacated } from '#features/account/events.ts';
import type { FeatureContext } from '#http/feature.ts';
import { QUARTER_HOUR } from '#http/gate/rate-limit.ts';
import * as commands from './commands.ts';
import { createExport } from './export.ts';

export default function register({ bind, bindRaw, services, createTryCounter }: FeatureContext): void {
  services.events.within(accountVacated, (tx, { userId }) => commands.removeMember(services, tx, userId));
  const message = accountMessages.tooManyTries;
  const deletions = createTryCounter({ name: 'delete-account', tries: 10, seconds: QUARTER_HOUR, message });
  const exports = createTryCounter({ name: 'export', tries: 5, seconds: QUARTER_HOUR, message });

  bind(deleteAccount, async ({ viewerId, body }) => {
    await deletions.take(viewerId);
    await commands.deleteAccount(services, viewerId, body);
    return { message: accountDataMessages.deleted, body: null };
  });

  bindRaw(exportAccount, async ({ request, reply, session }) => {
    await exports.take(session.userId);
    services.security.record('data-exported', { memberId: session.userId, address: request.ip });
    const stream = await createExport(services, session.userId);
    request.raw.once('close', () => stream.destroy());
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': 'attachment; filename="my-data.zip"',
      })
      .type(exportAccount.produces)
      .send(stream);
  });
}
