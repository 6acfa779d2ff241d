/** A member who only reads, all the time, and the responses while the primary is unavailable. */
import { setTimeout as delay } from 'node:timers/promises';
import type { StormState } from '../storm.ts';
import type { Caller } from './calls.ts';
import type { Member } from './members.ts';

/** Reads while the primary was unavailable: how many in total, how many succeeded, and a text for each failure. */
export type Readings = { total: number; succeeded: number; problems: string[] };

const PAUSE_MS = 250;
/** The nodes detect a frozen primary after two and a half seconds without a response. */
export const DETECTION_MS = 3_500;

const pagesOf = ({ partnerId }: Member): string[] => [
  '/post/getAllPost?limit=5',
  '/post/getMyNetworkPosts?limit=5',
  '/getProfile',
  '/notification/',
  '/connections/getAllMessageConnections',
  `/messages?userId=${partnerId}&limit=5`,
  '/search/posts?keyword=post',
];

/** Loads page after page; counts those requested after the nodes could detect that the primary is unavailable. */
export async function keepReading(
  caller: Caller,
  member: Member,
  { storm, readings, isOver }: { storm: StormState; readings: Readings; isOver: () => boolean },
): Promise<void> {
  const { token, address } = member;
  const pages = pagesOf(member);
  for (let turn = 0; !isOver(); turn++) {
    const page = pages[turn % pages.length] ?? '';
    const fault = storm.fault;
    const isPrimaryAway = fault?.components.join() === 'primary' && Date.now() - storm.since > DETECTION_MS;
    const response = await caller.call(page, { token, address }).catch(() => null);
    if (isPrimaryAway && storm.fault === fault) {
      readings.total++;
      if (response?.status === 200) readings.succeeded++;
      else readings.problems.push(`${response?.status ?? 'no response'} for ${page} during ${fault?.name ?? ''}`);
    }
    await delay(PAUSE_MS);
  }
}
