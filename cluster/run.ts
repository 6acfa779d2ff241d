/**
 * The fault-injection test: three nodes behind a real balancer, members who use all of them, and a storm of faults from
 * a fixed seed, the last of which removes the primary for a full minute. In the end, everything that was acknowledged
 * is compared with the final state.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Counts } from '../scripts/test/test-counts.ts';
import { openDatabase } from '../server/src/db/connection/pool.ts';
import { buildPng } from '../server/src/testing/files/images.ts';
import { type Checks, createChecks } from './checks.ts';
import { checkActions, checkLiveEvents, checkReplica, readMemory, waitUntilHealthy } from './healed.ts';
import { type Cluster, makeFolder, removeFolder, startCluster, type Undo, undoAll } from './nodes/cluster.ts';
import { findPrograms } from './nodes/programs.ts';
import { checkOutage, createOutage, longOutage, type Outage, type OutageKind } from './outage.ts';
import { createRandom, type Random } from './random.ts';
import { createCaller } from './scene/calls.ts';
import { createHistory } from './scene/history.ts';
import { act, type Member, type Scene, signUp } from './scene/members.ts';
import { keepReading, type Readings } from './scene/readers.ts';
import { cycleSessions, type SessionRecord } from './scene/sessions.ts';
import { openTab, type Tab } from './scene/tabs.ts';
import { createStorm, listFaults, restartInTurn, type Storm } from './storm.ts';
import { checkChats, checkFiles, checkReads, checkWrites } from './verdict.ts';

const MEMBERS = 12;
const WARM_UP_MS = 3_000;
/** The balancer checks twice a second. */
const SETTLE_MS = 1_000;

type Log = (line: string) => void;

/** Signs up pairs of connected members: without a connection, their first messages would be message requests. */
async function signUpMembers({ caller }: Pick<Scene, 'caller'>): Promise<Member[]> {
  const members = await Promise.all(Array.from({ length: MEMBERS }, (_, number) => signUp(caller, number)));
  for (const [index, member] of members.entries()) member.partnerId = members[index ^ 1]?.id ?? '';
  for (const [index, { id, token, address, partnerId }] of members.entries()) {
    const accepts = index % 2 === 1;
    const path = accepts ? '/connections/update-receive-req' : '/connections/send-req';
    const json = accepts ? { from_user_id: partnerId, status: 'accepted' } : { to_user_id: partnerId };
    const { status } = await caller.call(path, { token, address, json });
    if (status !== 200) throw new Error(`${id} could not be connected (${status})`);
  }
  return members;
}

type TestRun = {
  cluster: Cluster;
  scene: Scene;
  storm: Storm;
  faultRandom: Random;
  tabs: Tab[];
  sessions: SessionRecord;
  readings: Readings;
  checks: Checks;
  log: Log;
  seconds: number;
  outage: Outage;
  outageKind: OutageKind;
};

/** Runs the storm while all members act; resolves when the last action is done. */
async function runStorm(run: TestRun): Promise<void> {
  const { cluster, scene, storm, faultRandom, sessions, readings, checks, seconds } = run;
  let over = false;
  const isOver = () => over;
  const { caller, members, history } = scene;
  const [first, second] = members as [Member, Member];
  const context = { origin: cluster.balancer.origin, caller, nodes: cluster.nodes, member: first, storm };
  const activities = [
    ...members.map((member) => act(scene, member, isOver)),
    cycleSessions(context, sessions, isOver),
    keepReading(caller, second, { storm, readings, isOver }),
  ];
  await delay(WARM_UP_MS);
  const began = Date.now();
  const codes = await restartInTurn(cluster.nodes, SETTLE_MS);
  checks.noProblems(
    'a rolling restart fails no call',
    [...caller.tally.failuresSince(began), ...codes.filter((code) => code !== 0).map((code) => `exit code ${code}`)],
    `${((Date.now() - began) / 1_000).toFixed(0)} s, ` +
      `${Object.values(history.acknowledged).reduce((sum, count) => sum + count)} actions`,
  );
  const faults = listFaults(cluster, faultRandom);
  const count = await storm.run(faults, seconds * 1_000 - (Date.now() - began));
  checks.that(
    'every fault was injected at least once',
    count >= faults.length,
    `${count} faults of ${faults.length} kinds`,
  );
  await storm.run([longOutage(cluster, run.tabs, run.outageKind, run.outage)], 0);
  over = true;
  await Promise.all(activities);
}

function checkResponses({ scene, cluster, readings, checks, log }: TestRun): void {
  const { tally } = scene.caller;
  const statuses = [...tally.byStatus].toSorted(([a], [b]) => a - b);
  log(`responses: ${statuses.map(([status, count]) => `${status || 'none'} ${count}`).join(', ')}`);
  checks.noProblems('there was no 5xx except 503 with Retry-After', tally.problems);
  checks.that(
    'writes were refused with Retry-After while the primary was unavailable',
    (tally.byStatus.get(503) ?? 0) > 0,
  );
  checks.noProblems(
    'pages can be read while the primary is unavailable',
    readings.total === 0 ? ['there were no reads'] : readings.problems,
    `${readings.succeeded} of ${readings.total}`,
  );
  checks.noProblems(
    'members see their own writes immediately, on every node',
    scene.history.unseen,
    `${scene.history.ownReads} reads`,
  );
  checks.noProblems(
    'no node exited by itself',
    cluster.nodes.filter(({ unexpectedExits }) => unexpectedExits > 0).map(({ name }) => name),
  );
}

function checkTabs({ cluster, scene, tabs, checks, log }: TestRun): void {
  const servedBy = new Map(scene.history.messages.map((message) => [message.acknowledgedId, message.servedBy]));
  const arrived = tabs.flatMap((tab) => tab.arrived);
  const crossed = arrived.filter(({ messageId, node }) => servedBy.get(messageId) && servedBy.get(messageId) !== node);
  log(`live: ${arrived.length} messages arrived, ${crossed.length} of them from another node`);
  checks.that(
    'every tab is connected again',
    tabs.every((tab) => tab.connected),
  );
  if (!cluster.redis) {
    checks.skip('live events cross nodes', 'there is no Redis');
    return;
  }
  checks.that('live events cross nodes in the storm', crossed.length > 100, `${crossed.length}`);
  checks.that(
    'tabs received the weak link status',
    tabs.some(({ statuses }) => statuses.includes(true)),
  );
  checks.that(
    'every tab received the end of the weak link status',
    tabs.every(({ weak }) => !weak),
  );
}

/** Waits for the recovery after the storm, and runs all checks. */
async function checkEverything(run: TestRun): Promise<void> {
  const { cluster, scene, tabs, sessions, checks, log } = run;
  const recoveryMs = await waitUntilHealthy(cluster);
  checks.that('all nodes recover by themselves', recoveryMs !== null, recoveryMs === null ? '' : `${recoveryMs} ms`);
  await delay(SETTLE_MS);
  log(`memory of the nodes: ${(await Promise.all(cluster.nodes.map(readMemory))).join(', ')} MB`);
  checkResponses(run);
  checkOutage(checks, scene.caller.tally, run.outage);
  checkTabs(run);
  if (cluster.redis) await checkLiveEvents(checks, cluster, scene);
  else checks.skip('live events go from every node to every node', 'there is no Redis');
  await checkActions(checks, cluster, scene);
  checks.noProblems(
    'ended sessions are rejected on every node, and their sockets closed',
    sessions.problems,
    `${sessions.ended} sessions, ${sessions.sockets} sockets, slowest ${sessions.slowestMs} ms`,
  );
  const primary = openDatabase({ connectionString: cluster.databases.primary.url, max: 2 }, () => undefined);
  await checkWrites(checks, scene.history, primary.pool, log);
  await primary.close();
  const chats = scene.members.flatMap((member, index) => {
    const [partner, tab, partnerTab] = [scene.members[index + 1], tabs[index], tabs[index + 1]];
    return index % 2 === 0 && partner && tab && partnerTab
      ? [{ members: [member, partner] as const, tabs: [tab, partnerTab] as const }]
      : [];
  });
  await checkChats(checks, scene.history, chats);
  await checkFiles(
    checks,
    scene.history,
    cluster.nodes.map(({ origin }) => origin),
  );
  await checkReads(checks, scene.history, scene.caller, scene.members[0] as Member);
  await checkReplica(checks, cluster);
}

async function runScenario(
  cluster: Cluster,
  { checks, log, seconds, seed, outage: outageKind }: ClusterTestOptions & { checks: Checks; log: Log },
): Promise<void> {
  // The faults have their own random numbers, so that their order does not depend on which member acts first.
  const [random, faultRandom] = [createRandom(seed + 1), createRandom(seed)];
  const storm = createStorm(faultRandom, log);
  const caller = createCaller(cluster.balancer.origin);
  const members = await signUpMembers({ caller });
  const picture = new Uint8Array(await buildPng(48, 32));
  const isPrimaryStable = () => storm.wasHealthy('primary', Date.now() - 5_000);
  const scene: Scene = { caller, members, history: createHistory(), random, picture, isPrimaryStable };
  const tabs = members.map((member) => openTab(cluster.balancer.origin, caller, member));
  const sessions: SessionRecord = { ended: 0, sockets: 0, problems: [], slowestMs: 0 };
  const readings: Readings = { total: 0, succeeded: 0, problems: [] };
  const outage = createOutage();
  const run: TestRun = {
    cluster,
    scene,
    storm,
    faultRandom,
    tabs,
    sessions,
    readings,
    checks,
    log,
    seconds,
    outage,
    outageKind,
  };
  try {
    await runStorm(run);
    await checkEverything(run);
  } finally {
    for (const tab of tabs) tab.close();
  }
}

/** The length of the storm before the outage of the primary, its seed, and the kind of the outage. */
export type ClusterTestOptions = { seconds: number; seed: number; outage: OutageKind };
export const usual: ClusterTestOptions = { seconds: 60, seed: 20_261_121, outage: 'killed' };

/** Runs the whole test and returns the counts; skips the parts for which a program is missing. */
export async function runClusterTest(print: Log, options: ClusterTestOptions): Promise<Counts> {
  const began = Date.now();
  const log: Log = (line) => print(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)}  ${line}`);
  const checks = createChecks(log);
  const programs = await findPrograms(log);
  const { balancer } = programs;
  if (balancer === null) {
    checks.skip('everything', 'HAProxy is missing and could not be installed');
    return checks.counts;
  }
  if (programs.redis === null) checks.skip('Redis', 'it is missing and could not be installed');
  const folder = makeFolder();
  const undo: Undo = [];
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void undoAll(undo).finally(() => process.exit(130)));
  try {
    const cluster = await startCluster({ ...programs, balancer }, folder, undo);
    checks.that('the cluster starts', (await waitUntilHealthy(cluster)) !== null);
    await runScenario(cluster, { checks, log, ...options });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    checks.noProblems('the test itself ran to completion', [text]);
  } finally {
    await undoAll(undo);
  }
  if (checks.counts.failed === 0) removeFolder(folder);
  else log(`The logs are in ${folder}.`);
  return checks.counts;
}
