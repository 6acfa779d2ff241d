/** Members who only read, all the time: the answers they get while the primary is away. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Weather } from '../storm.ts';
import type { Caller } from './calls.ts';
import type { Member } from './members.ts';

export type Readings = { away: number; answered: number; faults: string[] };

const PAUSE_MS = 250;
/** A frozen primary counts as away after two and a half seconds without an answer. */
export const NOTICED_MS = 3_500;

const pagesOf = ({ partnerId }: Member): string[] => [
  '/post/getAllPost?limit=5',
  '/post/getMyNetworkPosts?limit=5',
  '/getProfile',
  '/notification/',
  '/connections/getAllMessageConnections',
  `/messages?userId=${partnerId}&limit=5`,
  '/search/posts?keyword=post',
];

/** Loads page after page; counts those requested after the absence of the primary could be detected. */
export async function readOn(
  caller: Caller,
  member: Member,
  { weather, readings, isOver }: { weather: Weather; readings: Readings; isOver: () => boolean },
): Promise<void> {
  const { token, address } = member;
  const pages = pagesOf(member);
  for (let turn = 0; !isOver(); turn++) {
    const page = pages[turn % pages.length] ?? '';
    const before = weather.accident;
    const isAway = before?.places.join() === 'primary' && Date.now() - weather.since > NOTICED_MS;
    const answer = await caller.call(page, { token, address }).catch(() => null);
    if (isAway && weather.accident === before) {
      readings.away++;
      if (answer?.status === 200) readings.answered++;
      else readings.faults.push(`${answer?.status ?? 'no answer'} for ${page} while ${before?.name ?? ''}`);
    }
    await delay(PAUSE_MS);
  }
}
