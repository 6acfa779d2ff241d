/**
 * Three nodes behind a real balancer, members who act through all of them, and failures from a fixed seed, the last of
 * which removes the primary for a full minute. In the end everything acknowledged is compared with the final state.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Counts } from '../scripts/test/test-counts.ts';
import { openDatabase } from '../server/src/db/connection/pool.ts';
import { buildPng } from '../server/src/testing/rows/images.ts';
import { type Checks, createChecks } from './checks.ts';
import { checkActions, checkCrossing, checkReplica, readMemory, waitUntilHealthy } from './healed.ts';
import { type Cluster, makeFolder, removeFolder, startCluster, type Undo, undoAll } from './nodes/cluster.ts';
import { findPrograms } from './nodes/programs.ts';
import { checkOutage, longOutage, noOutage, type Outage, type OutageKind } from './outage.ts';
import { createRandom, type Random } from './random.ts';
import { createCaller } from './scene/calls.ts';
import { createHistory } from './scene/history.ts';
import { act, type Member, type Scene, signUp } from './scene/members.ts';
import { type Readings, readOn } from './scene/readers.ts';
import { endSessions, type SessionRecord } from './scene/sessions.ts';
import { openTab, type Tab } from './scene/tabs.ts';
import { createStorm, listAccidents, rollThrough, type Storm } from './storm.ts';
import { checkChats, checkFiles, checkReads, checkWrites } from './verdict.ts';

const MEMBERS = 12;
const CALM_MS = 3_000;
/** The balancer checks twice a second. */
const SETTLE_MS = 1_000;

type Say = (line: string) => void;

/** Pairs of members who write to each other, connected: else their first messages would be requests. */
async function gather({ caller }: Pick<Scene, 'caller'>): Promise<Member[]> {
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

type Play = {
  cluster: Cluster;
  scene: Scene;
  storm: Storm;
  dice: Random;
  tabs: Tab[];
  sessions: SessionRecord;
  readings: Readings;
  checks: Checks;
  say: Say;
  seconds: number;
  outage: Outage;
  outageKind: OutageKind;
};

/** Runs the storm with all members; resolves when the last action is done. */
async function play(given: Play): Promise<void> {
  const { cluster, scene, storm, dice, sessions, readings, checks, seconds } = given;
  let over = false;
  const isOver = () => over;
  const { caller, members, history } = scene;
  const [first, second] = members as [Member, Member];
  const part = { origin: cluster.balancer.origin, caller, nodes: cluster.nodes, member: first, weather: storm };
  const busy = [
    ...members.map((member) => act(scene, member, isOver)),
    endSessions(part, sessions, isOver),
    readOn(caller, second, { weather: storm, readings, isOver }),
  ];
  await delay(CALM_MS);
  const began = Date.now();
  const codes = await rollThrough(cluster.nodes, SETTLE_MS);
  checks.wrong(
    'a rolling restart fails no call',
    [...caller.tally.failuresSince(began), ...codes.filter((code) => code !== 0).map((code) => `exit code ${code}`)],
    `${((Date.now() - began) / 1_000).toFixed(0)} s, ` +
      `${Object.values(history.acknowledged).reduce((sum, count) => sum + count)} actions`,
  );
  const accidents = listAccidents(cluster, dice);
  const count = await storm.rage(accidents, seconds * 1_000 - (Date.now() - began));
  checks.that(
    'everything has gone wrong at least once',
    count >= accidents.length,
    `${count} accidents of ${accidents.length} kinds`,
  );
  await storm.rage([longOutage(cluster, given.tabs, given.outageKind, given.outage)], 0);
  over = true;
  await Promise.all(busy);
}

function checkAnswers({ scene, cluster, readings, checks, say }: Play): void {
  const { tally } = scene.caller;
  const statuses = [...tally.byStatus].toSorted(([one], [other]) => one - other);
  say(`answers: ${statuses.map(([status, count]) => `${status || 'none'} ${count}`).join(', ')}`);
  checks.wrong('no answer was a fault, but for 503 with Retry-After', tally.faults);
  checks.that('writes were refused with Retry-After while the primary was away', (tally.byStatus.get(503) ?? 0) > 0);
  checks.wrong(
    'pages are read while the primary is away',
    readings.away === 0 ? ['nothing was asked for then'] : readings.faults,
    `${readings.answered} of ${readings.away}`,
  );
  checks.wrong(
    'members read their own writes at once, on every node',
    scene.history.unseen,
    `${scene.history.looked} looks`,
  );
  checks.wrong(
    'no node ended of its own accord',
    cluster.nodes.filter(({ deaths }) => deaths > 0).map(({ name }) => name),
  );
}

function checkTabs({ cluster, scene, tabs, checks, say }: Play): void {
  const servedBy = new Map(scene.history.messages.map((message) => [message.acknowledged, message.servedBy]));
  const arrived = tabs.flatMap((tab) => tab.arrived);
  const crossed = arrived.filter(({ messageId, node }) => servedBy.get(messageId) && servedBy.get(messageId) !== node);
  say(`live: ${arrived.length} messages arrived, ${crossed.length} of them from another node`);
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
    'tabs received the status weak',
    tabs.some(({ statuses }) => statuses.includes(true)),
  );
  checks.that(
    'every tab received the end of the weak status',
    tabs.every(({ weak }) => !weak),
  );
}

/** Runs everything after the storm: the recovery, and the verdict. */
async function judge(given: Play): Promise<void> {
  const { cluster, scene, tabs, sessions, checks, say } = given;
  const healed = await waitUntilHealthy(cluster);
  checks.that('all nodes are whole again by themselves', healed !== null, healed === null ? '' : `${healed} ms`);
  await delay(SETTLE_MS);
  say(`memory of the nodes: ${(await Promise.all(cluster.nodes.map(readMemory))).join(', ')} MB`);
  checkAnswers(given);
  checkOutage(checks, scene.caller.tally, given.outage);
  checkTabs(given);
  if (cluster.redis) await checkCrossing(checks, cluster, scene);
  else checks.skip('live events go from every node to every node', 'there is no Redis');
  await checkActions(checks, cluster, scene);
  checks.wrong(
    'ended sessions are dead on every node, sockets too',
    sessions.faults,
    `${sessions.ended} sessions, ${sessions.sockets} sockets, slowest ${sessions.slowestMs} ms`,
  );
  const primary = openDatabase({ connectionString: cluster.databases.primary.url, max: 2 }, () => undefined);
  await checkWrites(checks, scene.history, primary.pool, say);
  await primary.close();
  const chats = scene.members.flatMap((member, index) => {
    const [partner, tab, other] = [scene.members[index + 1], tabs[index], tabs[index + 1]];
    return index % 2 === 0 && partner && tab && other
      ? [{ members: [member, partner] as const, tabs: [tab, other] as const }]
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

async function perform(
  cluster: Cluster,
  { checks, say, seconds, seed, outage: outageKind }: Wishes & { checks: Checks; say: Say },
): Promise<void> {
  // The failures have their own random numbers, so that their order does not depend on which member acts first.
  const [random, dice] = [createRandom(seed + 1), createRandom(seed)];
  const storm = createStorm(dice, say);
  const caller = createCaller(cluster.balancer.origin);
  const members = await gather({ caller });
  const picture = new Uint8Array(await buildPng(48, 32));
  const isCalm = () => storm.wasHealthy('primary', Date.now() - 5_000);
  const scene: Scene = { caller, members, history: createHistory(), random, picture, isCalm };
  const tabs = members.map((member) => openTab(cluster.balancer.origin, caller, member));
  const sessions: SessionRecord = { ended: 0, sockets: 0, faults: [], slowestMs: 0 };
  const readings: Readings = { away: 0, answered: 0, faults: [] };
  const outage = noOutage();
  const given: Play = {
    cluster,
    scene,
    storm,
    dice,
    tabs,
    sessions,
    readings,
    checks,
    say,
    seconds,
    outage,
    outageKind,
  };
  try {
    await play(given);
    await judge(given);
  } finally {
    for (const tab of tabs) tab.close();
  }
}

/** How long the storm lasts before the outage of the primary, and its seed; what happens to the primary then. */
export type Wishes = { seconds: number; seed: number; outage: OutageKind };
export const usual: Wishes = { seconds: 60, seed: 20_261_121, outage: 'killed' };

/** Runs everything and returns the counts; skips parts that are not available here. */
export async function runClusterTest(print: Say, wishes: Wishes = usual): Promise<Counts> {
  const began = Date.now();
  const say: Say = (line) => print(`${((Date.now() - began) / 1_000).toFixed(1).padStart(6)}  ${line}`);
  const checks = createChecks(say);
  const programs = await findPrograms(say);
  const { balancer } = programs;
  if (balancer === null) {
    checks.skip('everything', 'there is no HAProxy, and it could not be installed');
    return checks.counts;
  }
  if (programs.redis === null) checks.skip('Redis', 'it is not there, and could not be installed');
  const [folder, undo]: [string, Undo] = [makeFolder(), []];
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void undoAll(undo).finally(() => process.exit(130)));
  try {
    const cluster = await startCluster({ ...programs, balancer }, folder, undo);
    checks.that('the cluster starts', (await waitUntilHealthy(cluster)) !== null);
    await perform(cluster, { checks, say, ...wishes });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    checks.wrong('the test itself ran to its end', [text]);
  } finally {
    await undoAll(undo);
  }
  if (checks.counts.failed === 0) removeFolder(folder);
  else say(`The logs are in ${folder}.`);
  return checks.counts;
}
