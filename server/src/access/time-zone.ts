import { type RawBuilder, sql } from 'kysely';

/**
 * SQL: the time zone in which a member reads days and times in mails and receipts: the one chosen for digests,
 * otherwise for quiet hours. Null for members who have chosen none.
 */
export const timeZoneOf = (userId: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(
  SELECT coalesce(chosen.digest_zone, chosen.time_zone) FROM notification_settings chosen
  WHERE chosen.user_id = ${userId})`;
