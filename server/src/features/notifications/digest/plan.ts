/** When digests are sent, and what belongs in each: computed from what the member chose. */
import { type NotificationKind, notificationKinds } from '@afterhours/contract/constants/notifications';
import {
  isMailedAnyway,
  type MailCadence,
  type MailKind,
  mailKindNames,
  mailKindOf,
  toMailCadence,
} from '@afterhours/contract/mail-kinds';
import type { PreferencesRow } from '../mail/queries.ts';
import { findQuietEnd } from '../mail/quiet.ts';

export type Chosen = Pick<PreferencesRow, 'channels' | 'digest' | 'calm' | 'quiet' | 'stopped'>;

const UTC = 'UTC';

/** The zone of a member's digests: that of the digest, else of the quiet hours; UTC where it is no longer known. */
function zoneOf({ digest, quiet }: Chosen, now: Temporal.Instant): string {
  const zone = digest.timeZone ?? quiet?.timeZone ?? UTC;
  try {
    now.toZonedDateTimeISO(zone);
    return zone;
  } catch (error) {
    if (error instanceof RangeError) return UTC;
    throw error;
  }
}

const toInstant = (time: Date): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(time.getTime());

/** A weekday comes again within so many days, those included that begin before now and that `sent` rules out. */
const DAYS = 10;

/**
 * Returns the next time after `now` that is the member's hour, with `weekly` on their weekday, on a day after that of
 * `sent`. In quiet hours it is their end. An hour that a change of the clock leaves out is the one after the gap, and
 * of one that comes twice the first counts.
 */
function findNext(now: Date, chosen: Chosen, { weekly, sent }: { weekly: boolean; sent: Date | null }): Date {
  const { hour, weekday } = chosen.digest;
  const instant = toInstant(now);
  const timeZone = zoneOf(chosen, instant);
  const dayOf = (time: Date) => toInstant(time).toZonedDateTimeISO(timeZone).toPlainDate();
  // The day before may be the one whose digest the quiet hours have put off.
  const first = dayOf(now).subtract({ days: 1 });
  for (let days = 0; days <= DAYS; days++) {
    const day = first.add({ days });
    if (weekly && day.dayOfWeek !== weekday) continue;
    const planned = new Date(day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds);
    const time = (chosen.quiet && findQuietEnd(planned, chosen.quiet)) ?? planned;
    const isLater = sent === null || Temporal.PlainDate.compare(dayOf(time), dayOf(sent)) > 0;
    if (time > now && isLater) return time;
  }
  throw new Error('a week has a weekday that never comes');
}

/**
 * How a kind is mailed, those with mails of their own at once. In calm mode what would be instant waits for the digest
 * of the day.
 */
function cadenceOf({ channels, calm }: Pick<Chosen, 'channels' | 'calm'>, kind: MailKind): MailCadence {
  if (isMailedAnyway(kind)) return 'instant';
  const cadence = toMailCadence(kind, channels[kind]?.mail);
  return calm && cadence === 'instant' ? 'daily' : cadence;
}

export type Plan = { dueAt: Date; weeklyAt: Date | null };

/** Returns when the next digest is due, and the next weekly one; null for members who want none. */
export function findPlan(now: Date, chosen: Chosen, sent: Date | null): Plan | null {
  if (chosen.stopped !== null || chosen.digest.stopped) return null;
  const wanted = new Set<string>([chosen.digest.cadence, ...mailKindNames.map((kind) => cadenceOf(chosen, kind))]);
  const weeklyAt = wanted.has('weekly') ? findNext(now, chosen, { weekly: true, sent }) : null;
  const dueAt = wanted.has('daily') ? findNext(now, chosen, { weekly: false, sent }) : weeklyAt;
  return dueAt && { dueAt, weeklyAt };
}

/**
 * What a digest contains: notifications of these kinds, and, with `best`, the best of the network. What is mailed at
 * once or never is in no digest. One that says what was missed names all else, too. Times are those of the zone.
 */
export type Extent = { period: 'day' | 'week'; kinds: NotificationKind[]; best: boolean; timeZone: string };

/** Returns what belongs in a digest, which is one of a week, too, with `isWeekly`. */
export function findExtent(now: Date, chosen: Chosen, isWeekly: boolean): Extent {
  const { cadence } = chosen.digest;
  const best = cadence === 'daily' || (cadence === 'weekly' && isWeekly);
  const cadences = new Set<MailCadence>(['daily', ...(isWeekly ? (['weekly'] as const) : [])]);
  if (best) cadences.add('digest');
  const kinds = notificationKinds.filter((kind) => {
    const mailKind = mailKindOf[kind];
    return mailKind !== null && cadences.has(cadenceOf(chosen, mailKind));
  });
  return {
    period: isWeekly && cadence !== 'daily' ? 'week' : 'day',
    kinds,
    best,
    timeZone: zoneOf(chosen, toInstant(now)),
  };
}
