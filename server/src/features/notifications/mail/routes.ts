import type { MessageDescriptor } from '@afterhours/contract/base/message';
import * as contract from '@afterhours/contract/notifications/notification-mail';
import { loadOwnUser } from '#features/account/loaders.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { stopDigests } from '../digest/planned.ts';
import { digestDue } from '../digest/send-due.ts';
import { setPreferences } from './commands.ts';
import { selectPreferences, stopMails } from './queries.ts';
import { mailDue, POLL_SECONDS } from './send-due.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';
import { toPreferencesView } from './views.ts';

const { notificationMailMessages } = contract;

async function loadPreferences({ db }: Services, userId: string): Promise<contract.NotificationPreferences> {
  const row = await selectPreferences(db, userId);
  if (!row) throw notFound();
  return toPreferencesView(row);
}

/** Stops the mails of the token's list and returns the message to show. Throws 404 for a token not issued here. */
async function unsubscribe({ db }: Services, token: string): Promise<MessageDescriptor> {
  const target = await readUnsubscribeToken(db, token);
  if (target === null) throw notFound(notificationMailMessages.deadLink);
  if (target.list === 'digest') {
    await stopDigests(db, target.userId);
    return notificationMailMessages.unsubscribedFromDigests;
  }
  await stopMails(db, target.userId, 'unsubscribed');
  return notificationMailMessages.unsubscribed;
}

const FORM_LIMIT = 16 * 1024;

/**
 * Handles the one-click POST of mail clients to the address in mails: a form without cookies, whose fields are not
 * needed. GET shows the page with the button instead, because malware scanners open every link.
 */
function addOneClick({ app, charge, services }: FeatureContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    const options = { schema: { hide: true }, onRequest: charge('write') };
    scope.post(`${contract.UNSUBSCRIBE_PATH}/:token`, options, async (request, reply) => {
      await unsubscribe(services, (request.params as { token: string }).token);
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('OK');
    });
  });
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  bind(contract.getNotificationPreferences, async ({ viewerId }) => ({
    body: await loadPreferences(services, viewerId),
  }));

  bind(contract.setNotificationPreferences, async ({ viewerId, body }) => {
    await setPreferences(services, viewerId, body);
    // Every page of the member's tabs shows whether calm mode is on.
    if (body.calm !== undefined)
      services.channels.toMember(viewerId, 'ownProfile', { user: await loadOwnUser(services.db, viewerId) });
    return { message: notificationMailMessages.saved, body: await loadPreferences(services, viewerId) };
  });

  bind(contract.unsubscribeFromMails, async ({ body }) => {
    return { message: await unsubscribe(services, body.token), body: null };
  });

  addOneClick(context);
  services.jobs.repeat('notifications.mail', POLL_SECONDS, () => mailDue(services));
  services.jobs.repeat('notifications.digest', POLL_SECONDS, () => digestDue(services));
}
