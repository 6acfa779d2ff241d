/**
 * A full minute without the primary: checks the responses during it, and how long the recovery takes. The primary is
 * either killed (connections are refused) or frozen (connections are accepted, but get no response).
 */
import type { Checks } from './checks.ts';
import { waitUntilHealthy } from './healed.ts';
import type { Cluster } from './nodes/cluster.ts';
import type { CallRecord, Tally } from './scene/calls.ts';
import { DETECTION_MS } from './scene/readers.ts';
import type { Tab } from './scene/tabs.ts';
import type { Fault } from './storm.ts';

export type OutageKind = 'killed' | 'frozen';

/** The observations: when the outage began and ended, and how many tabs were connected. */
export type Outage = {
  began: number;
  ended: number;
  tabsBefore: number;
  tabsAfter: number;
  /** The time from the return of the primary until every node was healthy; null after a timeout. */
  recoveryMs: number | null;
};

const SECONDS = 60;
/** The longest time until a refusal: a call waits five seconds for a connection. */
const REFUSED_WITHIN_MS = 6_500;
const RECOVERED_WITHIN_MS = 10_000;
/** The required share of successful reads: a read that was pending when its database failed may be lost. */
const SUCCESSFUL_READS = 0.98;

const countConnected = (tabs: readonly Tab[]): number => tabs.filter(({ connected }) => connected).length;

/** Returns the outage as a fault that records its observations in `outage`. */
export function longOutage(cluster: Cluster, tabs: readonly Tab[], kind: OutageKind, outage: Outage): Fault {
  const { primary } = cluster.databases;
  return {
    name: `primary ${kind}`,
    components: ['primary'],
    seconds: SECONDS,
    async inject() {
      outage.tabsBefore = countConnected(tabs);
      outage.began = Date.now();
      await (kind === 'killed' ? primary.kill() : primary.freeze());
    },
    async repair() {
      outage.ended = Date.now();
      outage.tabsAfter = countConnected(tabs);
      await (kind === 'killed' ? primary.start() : primary.thaw());
      outage.recoveryMs = await waitUntilHealthy(cluster);
    },
  };
}

export const createOutage = (): Outage => ({ began: 0, ended: 0, tabsBefore: 0, tabsAfter: 0, recoveryMs: null });

const describe = ({ method, path, status, ms, retryAfter }: CallRecord): string =>
  `${status || 'no response'} after ${ms} ms for ${method} ${path}${
    status === 503 && retryAfter === null ? ' without Retry-After' : ''
  }`;

const slowest = (calls: readonly CallRecord[]): number => calls.reduce((max, { ms }) => Math.max(max, ms), 0);

/** Checks the responses to members during the outage, from when the nodes could detect it. */
function checkDuring(checks: Checks, tally: Tally, { began, ended }: Outage): void {
  const calls = tally.between(began + DETECTION_MS, ended);
  const reads = calls.filter(({ method }) => method === 'GET');
  const writes = calls.filter(({ method }) => method !== 'GET');
  const failedReads = reads.filter(({ status }) => status !== 200);
  checks.noProblems(
    'a minute without the primary: reads succeed',
    reads.length - failedReads.length < reads.length * SUCCESSFUL_READS || reads.length === 0
      ? failedReads.map(describe)
      : [],
    `${reads.length - failedReads.length} of ${reads.length}, slowest ${slowest(reads)} ms`,
  );
  // Includes calls that were pending when the outage began or ended.
  const hanging = tally
    .between(began, Number.POSITIVE_INFINITY)
    .filter(({ at, ms }) => at < ended && ms > REFUSED_WITHIN_MS);
  checks.noProblems('a minute without the primary: no call hangs', hanging.map(describe));
  const wrongWrites = writes.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null);
  checks.noProblems(
    'a minute without the primary: writes get 503 with Retry-After',
    writes.length === 0 ? ['there were no writes'] : wrongWrites.map(describe),
    `${writes.length - wrongWrites.length} of ${writes.length}, slowest ${slowest(writes)} ms`,
  );
}

/** Checks how soon everything worked after the outage. */
function checkRecovery(checks: Checks, tally: Tally, outage: Outage): void {
  const { ended, recoveryMs, tabsBefore, tabsAfter } = outage;
  const firstWrite = tally
    .between(ended, Number.POSITIVE_INFINITY)
    .find((call) => call.method !== 'GET' && call.status === 200);
  const firstWriteMs = firstWrite ? firstWrite.at + firstWrite.ms - ended : null;
  checks.that(
    'a minute without the primary: tabs stay connected, or reconnect',
    tabsAfter >= tabsBefore,
    `${tabsAfter} of ${tabsBefore}`,
  );
  checks.that(
    'a minute without the primary: everything works soon after',
    recoveryMs !== null &&
      recoveryMs < RECOVERED_WITHIN_MS &&
      firstWriteMs !== null &&
      firstWriteMs < RECOVERED_WITHIN_MS,
    `first write after ${firstWriteMs ?? '∞'} ms, all nodes healthy ${recoveryMs ?? '∞'} ms after its start`,
  );
}

export function checkOutage(checks: Checks, tally: Tally, outage: Outage): void {
  checkDuring(checks, tally, outage);
  checkRecovery(checks, tally, outage);
}
