/** When digests are sent, and what belongs in each, computed from the member's preferences. */
import { type NotificationKind, notificationKinds } from '@afterhours/contract/constants/notifications';
import {
  isMailedAnyway,
  type MailCadence,
  type MailKind,
  mailKindNames,
  mailKindOf,
  toMailCadence,
} from '@afterhours/contract/notifications/mail-kinds';
import { findQuietEnd } from '../delivery/quiet.ts';
import type { PreferencesRow } from '../mail/queries.ts';

export type Chosen = Pick<PreferencesRow, 'channels' | 'digest' | 'calm' | 'quiet' | 'stopped'>;

const UTC = 'UTC';

/**
 * Returns the time zone of a member's digests: that of the digest, otherwise of the quiet hours, or UTC if it is
 * unknown.
 */
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

/** Every weekday occurs within this many days, even if the first ones have passed or are ruled out by `sent`. */
const DAYS = 10;

/**
 * Returns the next time after `now` at the member's hour (and on their weekday if `weekly`), on a later day than
 * `sent`. A time in quiet hours moves to their end. An hour that a clock change skips becomes the one after the gap; of
 * an hour that occurs twice, the first counts.
 */
function findNext(now: Date, chosen: Chosen, { weekly, sent }: { weekly: boolean; sent: Date | null }): Date {
  const { hour, weekday } = chosen.digest;
  const instant = toInstant(now);
  const timeZone = zoneOf(chosen, instant);
  const dayOf = (time: Date) => toInstant(time).toZonedDateTimeISO(timeZone).toPlainDate();
  // Start a day early: quiet hours may have put that day's digest off until today.
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
 * Returns how a kind is mailed; kinds with mails of their own are instant. In calm mode, instant kinds wait for the
 * daily digest.
 */
function cadenceOf({ channels, calm }: Pick<Chosen, 'channels' | 'calm'>, kind: MailKind): MailCadence {
  if (isMailedAnyway(kind)) return 'instant';
  const cadence = toMailCadence(kind, channels[kind]?.mail);
  return calm && cadence === 'instant' ? 'daily' : cadence;
}

export type Plan = { dueAt: Date; weeklyAt: Date | null };

/** Returns when the next digest and the next weekly one are due, or null for members who want none. */
export function findPlan(now: Date, chosen: Chosen, sent: Date | null): Plan | null {
  if (chosen.stopped !== null || chosen.digest.stopped) return null;
  const wanted = new Set<string>([chosen.digest.cadence, ...mailKindNames.map((kind) => cadenceOf(chosen, kind))]);
  const weeklyAt = wanted.has('weekly') ? findNext(now, chosen, { weekly: true, sent }) : null;
  const dueAt = wanted.has('daily') ? findNext(now, chosen, { weekly: false, sent }) : weeklyAt;
  return dueAt && { dueAt, weeklyAt };
}

/**
 * What a digest contains: notifications of these kinds and, with `best`, the picks. Kinds that are mailed instantly or
 * never are in no digest; one with `best` also contains all kinds left to the digest. Times are in `timeZone`.
 */
export type Extent = { period: 'day' | 'week'; kinds: NotificationKind[]; best: boolean; timeZone: string };

/** Returns what belongs in a digest. With `isWeekly`, it also contains what is sent weekly. */
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
