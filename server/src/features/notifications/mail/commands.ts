import type { RouteCall } from '@afterhours/contract/base/route';
import { mailKinds } from '@afterhours/contract/mail-kinds';
import type { setNotificationPreferences } from '@afterhours/contract/notification-mail';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { deleteChannels, upsertChannels, upsertSettings } from './queries.ts';

type Wanted = RouteCall<typeof setNotificationPreferences>['body'];

/** Returns the columns of what the member has sent. */
function toSettings({ quiet, messageText, stopped }: Wanted): Parameters<typeof upsertSettings>[2] {
  const quietHours = {
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    time_zone: quiet?.timeZone ?? null,
  };
  return {
    ...(quiet === undefined ? {} : quietHours),
    ...(messageText === undefined ? {} : { message_text: messageText }),
    ...(stopped === undefined ? {} : { stopped, refusals: 0 }),
  };
}

/** Stores what a member has chosen; a choice that equals the default is no row. */
export async function setPreferences(services: Services, userId: string, wanted: Wanted): Promise<void> {
  const settings = toSettings(wanted);
  // In one order: two calls that choose about the same kinds do not wait for each other.
  const kinds = (wanted.kinds ?? []).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  const isDefault = ({ kind, mail }: (typeof kinds)[number]) => mail === mailKinds[kind].mail;
  await inTransaction(services, async ({ db }) => {
    await deleteChannels(
      db,
      userId,
      kinds.filter(isDefault).map(({ kind }) => kind),
    );
    await upsertChannels(
      db,
      userId,
      kinds.filter((choice) => !isDefault(choice)),
    );
    if (Object.keys(settings).length > 0) await upsertSettings(db, userId, settings);
  });
}
