/**
 * A full minute without the primary: which calls are answered meanwhile, and how long the recovery takes. The primary
 * may be gone (its connections are refused) or frozen (they are accepted, and nothing answers).
 */

import type { Checks } from './checks.ts';
import { waitUntilHealthy } from './healed.ts';
import type { Cluster } from './nodes/cluster.ts';
import type { Noted, Tally } from './scene/calls.ts';
import { NOTICED_MS } from './scene/readers.ts';
import type { Tab } from './scene/tabs.ts';
import type { Accident } from './storm.ts';

export type OutageKind = 'killed' | 'frozen';

/** The observations; moments, and how many tabs were connected. */
export type Outage = {
  began: number;
  ended: number;
  tabsBefore: number;
  tabsAtTheEnd: number;
  /** Until every node reported that it is well, after the primary was back; null when that took too long. */
  healedMs: number | null;
};

const SECONDS = 60;
/** Nobody waits longer for a refusal: a call waits five seconds for a connection. */
const REFUSED_MS = 6_500;
const HEALED_MS = 10_000;
/** Of a hundred reads: one that was pending when its server went away may be lost. */
const READ_SHARE = 0.98;

const countConnected = (tabs: readonly Tab[]): number => tabs.filter(({ connected }) => connected).length;

/** Runs the outage, and records its observations in `outage`. */
export function longOutage(cluster: Cluster, tabs: readonly Tab[], kind: OutageKind, outage: Outage): Accident {
  const { primary } = cluster.databases;
  return {
    name: `primary ${kind}`,
    places: ['primary'],
    seconds: SECONDS,
    async begin() {
      outage.tabsBefore = countConnected(tabs);
      outage.began = Date.now();
      await (kind === 'killed' ? primary.kill() : primary.freeze());
    },
    async end() {
      outage.ended = Date.now();
      outage.tabsAtTheEnd = countConnected(tabs);
      await (kind === 'killed' ? primary.start() : primary.thaw());
      outage.healedMs = await waitUntilHealthy(cluster);
    },
  };
}

export const noOutage = (): Outage => ({ began: 0, ended: 0, tabsBefore: 0, tabsAtTheEnd: 0, healedMs: null });

const describe = ({ method, path, status, ms, retryAfter }: Noted): string =>
  `${status || 'no answer'} after ${ms} ms for ${method} ${path}${
    status === 503 && retryAfter === null ? ' without Retry-After' : ''
  }`;

const slowest = (calls: readonly Noted[]): number => calls.reduce((most, { ms }) => Math.max(most, ms), 0);

/** The answers to members during the outage, from when it could be detected. */
function checkMeanwhile(checks: Checks, tally: Tally, { began, ended }: Outage): void {
  const calls = tally.between(began + NOTICED_MS, ended);
  const reads = calls.filter(({ method }) => method === 'GET');
  const writes = calls.filter(({ method }) => method !== 'GET');
  const unread = reads.filter(({ status }) => status !== 200);
  checks.wrong(
    'a minute without the primary: what is read is answered',
    reads.length - unread.length < reads.length * READ_SHARE || reads.length === 0 ? unread.map(describe) : [],
    `${reads.length - unread.length} of ${reads.length}, slowest ${slowest(reads)} ms`,
  );
  // Also calls that were pending at its beginning or at its end.
  const hung = tally.between(began, Number.POSITIVE_INFINITY).filter(({ at, ms }) => at < ended && ms > REFUSED_MS);
  checks.wrong('a minute without the primary: no call hangs', hung.map(describe));
  const odd = writes.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
  checks.wrong(
    'a minute without the primary: what is written is told to come back',
    writes.length === 0 ? ['nothing was written'] : odd.map(describe),
    `${writes.length - odd.length} of ${writes.length}, slowest ${slowest(writes)} ms`,
  );
}

/** How soon all was well after it. */
function checkAfterwards(checks: Checks, tally: Tally, outage: Outage): void {
  const { ended, healedMs, tabsBefore, tabsAtTheEnd } = outage;
  const first = tally
    .between(ended, Number.POSITIVE_INFINITY)
    .find((call) => call.method !== 'GET' && call.status === 200);
  const wroteMs = first ? first.at + first.ms - ended : null;
  checks.that(
    'a minute without the primary: tabs stayed connected, or came back',
    tabsAtTheEnd >= tabsBefore,
    `${tabsAtTheEnd} of ${tabsBefore}`,
  );
  checks.that(
    'a minute without the primary: all is well soon after',
    healedMs !== null && healedMs < HEALED_MS && wroteMs !== null && wroteMs < HEALED_MS,
    `first write after ${wroteMs ?? '∞'} ms, all whole ${healedMs ?? '∞'} ms after its start`,
  );
}

export function checkOutage(checks: Checks, tally: Tally, outage: Outage): void {
  checkMeanwhile(checks, tally, outage);
  checkAfterwards(checks, tally, outage);
}
