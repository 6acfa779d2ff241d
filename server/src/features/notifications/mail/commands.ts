import type { RouteCall } from '@afterhours/contract/base/route';
import { mailKinds, toMailCadence } from '@afterhours/contract/notifications/mail-kinds';
import type { setNotificationPreferences } from '@afterhours/contract/notifications/notification-mail';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { hastenDigest, planDigest } from '../digest/planned.ts';
import { type Channel, deleteChannels, lockChannels, upsertChannels, upsertSettings } from './queries.ts';

type Settings = Parameters<typeof upsertSettings>[2];
type Wanted = RouteCall<typeof setNotificationPreferences>['body'];

/** A member who chooses a cadence wants digests again, even after having unsubscribed. */
function toDigest({ cadence, hour, weekday, timeZone, stopped }: NonNullable<Wanted['digest']>): Settings {
  return {
    ...(cadence === undefined ? {} : { digest: cadence }),
    ...(hour === undefined ? {} : { digest_hour: hour }),
    ...(weekday === undefined ? {} : { digest_weekday: weekday }),
    ...(timeZone === undefined ? {} : { digest_zone: timeZone }),
    ...(stopped === false || (cadence !== undefined && cadence !== 'none') ? { digest_stopped: false } : {}),
  };
}

/** Returns the columns for the fields that the member has sent. */
function toSettings({ quiet, messageText, stopped, digest, calm }: Wanted): Settings {
  const quietHours = {
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    time_zone: quiet?.timeZone ?? null,
  };
  return {
    ...(quiet === undefined ? {} : quietHours),
    ...(messageText === undefined ? {} : { message_text: messageText }),
    ...(stopped === undefined ? {} : { stopped, refusals: 0 }),
    ...(digest === undefined ? {} : toDigest(digest)),
    ...(calm === undefined ? {} : { calm }),
  };
}

/** Merges the stored choices of kinds with the new ones. */
function toChannels(before: readonly Channel[], { kinds = [] }: Wanted): Channel[] {
  const known = new Map(before.map((channel) => [channel.kind, channel]));
  return kinds.map(({ kind, mail, push }) => ({
    kind,
    mail: toMailCadence(kind, mail ?? known.get(kind)?.mail),
    push: push ?? known.get(kind)?.push ?? mailKinds[kind].push,
  }));
}

const isDefault = ({ kind, mail, push }: Channel): boolean =>
  mail === mailKinds[kind].mail && push === mailKinds[kind].push;

/** Whether notifications that have waited for a digest may now be mailed instantly. */
const isHastened = ({ kinds, calm }: Wanted): boolean =>
  calm === false || (kinds ?? []).some(({ mail }) => mail === 'instant');

/** Stores a member's preferences. A choice that equals the default is stored as no row. */
export async function setPreferences(services: Services, userId: string, wanted: Wanted): Promise<void> {
  const settings = toSettings(wanted);
  await inTransaction(services, async ({ db }) => {
    const channels = toChannels(await lockChannels(db, userId), wanted);
    const usual = channels.filter(isDefault).map(({ kind }) => kind);
    await deleteChannels(db, userId, usual);
    await upsertChannels(
      db,
      userId,
      channels.filter((channel) => !isDefault(channel)),
    );
    if (Object.keys(settings).length > 0) await upsertSettings(db, userId, settings);
    if (isHastened(wanted)) await hastenDigest(db, userId);
    await planDigest(db, userId);
  });
}
