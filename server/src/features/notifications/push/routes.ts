import { defineMessages } from '@afterhours/contract/base/message';
import * as contract from '@afterhours/contract/notifications/push';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { HOUR } from '#http/gate/rate-limit.ts';
import type { Session } from '#http/gate/session.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { sendTest, subscribe } from './commands.ts';
import { loadPushKeys } from './keys.ts';
import { deleteOfMember, deleteOfSession, selectSubscriptions } from './queries.ts';
import { POLL_SECONDS, pushDue } from './send-due.ts';

const { pushMessages } = contract;

const texts = defineMessages('push.test', { title: 'Notifications from {app} will appear here' });

async function loadDevices(services: Services, { userId, sessionId }: Session): Promise<contract.PushDevices> {
  const { publicKey } = await loadPushKeys(services);
  const rows = await selectSubscriptions(services.db, userId);
  return {
    publicKey,
    devices: rows.map((row) => ({
      _id: row.id,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      current: row.session_id === sessionId,
    })),
  };
}

export default function register({ bind, services, createTryCounter }: FeatureContext): void {
  const tests = createTryCounter({
    name: 'push-tests',
    tries: contract.PUSH_TESTS_AN_HOUR,
    seconds: HOUR,
    message: pushMessages.manyTests,
  });
  bind(contract.listPushDevices, async ({ session }) => ({ body: await loadDevices(services, session) }));

  bind(contract.createPushSubscription, async ({ session, body }) => {
    await subscribe(services, session, body);
    return { message: pushMessages.added, body: await loadDevices(services, session) };
  });

  bind(contract.deletePushSubscription, async ({ session }) => {
    await deleteOfSession(services.db, session.sessionId);
    return { message: pushMessages.removed, body: await loadDevices(services, session) };
  });

  bind(contract.deletePushDevice, async ({ session, params }) => {
    if (!(await deleteOfMember(services.db, session.userId, params.id))) throw notFound();
    return { message: pushMessages.removed, body: await loadDevices(services, session) };
  });

  bind(contract.sendTestPush, async ({ session }) => {
    await tests.take(session.userId);
    await sendTest(services, session, english(texts.title, { app: services.community.name() }));
    return { message: pushMessages.testSent, body: null };
  });

  services.jobs.repeat('notifications.push', POLL_SECONDS, () => pushDue(services));
}
