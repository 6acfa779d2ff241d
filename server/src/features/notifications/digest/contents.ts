/** What is in a digest. */
import type { Services } from '#services.ts';
import { loadToMail } from '../mail/to-mail.ts';
import { loadPicks, noPicks, type Picks } from './picks.ts';
import type { Extent } from './plan.ts';
import type { DigestRow } from './planned.ts';

const SHOWN = 10;
const DAY_MS = 86_400_000;

/** `ids` are all notifications that it stands for, `views` those that it names. */
export type Contents = Awaited<ReturnType<typeof loadToMail>> & Picks & { timeZone: string };

type Asked = { row: DigestRow; extent: Extent; now: Date };

/** Since when posts are new: since the digest before, if that was the one of yesterday or last week. */
function findSince({ row: { digest, digested_at }, now }: Asked): Date {
  const period = digest.cadence === 'weekly' ? 7 * DAY_MS : DAY_MS;
  const usual = new Date(now.getTime() - period);
  // Between digests of a week, some of a day may have been sent about notifications alone.
  if (digest.cadence === 'weekly' || digested_at === null) return usual;
  return digested_at.getTime() > now.getTime() - 2 * period ? digested_at : usual;
}

/** Returns what a digest says; null when that is nothing. */
export async function loadContents(services: Services, userId: string, asked: Asked): Promise<Contents | null> {
  const { row, extent, now } = asked;
  const missed = await loadToMail(services.db, { userId, kinds: extent.kinds, since: row.since }, SHOWN);
  const until = new Date(now.getTime() + (row.digest.cadence === 'weekly' ? 7 * DAY_MS : DAY_MS));
  const picks = extent.best ? await loadPicks(services, userId, { since: findSince(asked), now, until }) : noPicks;
  const isEmpty = [missed.views, picks.posts, picks.webinars, picks.jobs].every(({ length }) => length === 0);
  return isEmpty ? null : { ...missed, ...picks, timeZone: extent.timeZone };
}
