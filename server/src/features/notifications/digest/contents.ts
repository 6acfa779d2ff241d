/** The contents of a digest. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Services } from '#services.ts';
import { loadToMail } from '../mail/to-mail.ts';
import { loadPicks, noPicks, type Picks } from './picks.ts';
import type { Extent } from './plan.ts';
import type { DigestRow } from './planned.ts';

/** `ids` are all notifications that the digest covers, `views` those that it names. */
export type Contents = Awaited<ReturnType<typeof loadToMail>> & Picks & { timeZone: string };

type ContentsInput = { row: DigestRow; extent: Extent; now: Date };

/**
 * Returns the time since when posts count as new: that of the previous digest, if it was yesterday's or last week's.
 */
function findSince({ row: { digest, digested_at }, now }: ContentsInput): Date {
  const period = digest.cadence === 'weekly' ? 7 * DAY_MS : DAY_MS;
  const usual = new Date(now.getTime() - period);
  // Between weekly digests, daily ones with nothing but notifications may have been sent.
  if (digest.cadence === 'weekly' || digested_at === null) return usual;
  return digested_at.getTime() > now.getTime() - 2 * period ? digested_at : usual;
}

/** Returns the contents of a digest, or null if there is nothing to include. */
export async function loadContents(services: Services, userId: string, input: ContentsInput): Promise<Contents | null> {
  const { row, extent, now } = input;
  const missed = await loadToMail(services.db, { userId, kinds: extent.kinds, since: row.since });
  const until = new Date(now.getTime() + (row.digest.cadence === 'weekly' ? 7 * DAY_MS : DAY_MS));
  const picks = extent.best ? await loadPicks(services, userId, { since: findSince(input), now, until }) : noPicks;
  const isEmpty = [missed.views, picks.posts, picks.webinars, picks.jobs].every(({ length }) => length === 0);
  return isEmpty ? null : { ...missed, ...picks, timeZone: extent.timeZone };
}
