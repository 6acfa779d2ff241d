/** Checks after the storm that every node works again, and that events pass between all nodes, without a restart. */
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { openDatabase } from '../server/src/db/connection/pool.ts';
import type { Checks } from './checks.ts';
import type { Cluster } from './nodes/cluster.ts';
import type { Node } from './nodes/nodes.ts';
import { createCaller } from './scene/calls.ts';
import { createHistory, type History } from './scene/history.ts';
import { actOnce, type Scene } from './scene/members.ts';

const RECOVERY_TIMEOUT_MS = 30_000;
const ARRIVAL_TIMEOUT_MS = 3_000;

async function isHealthy(node: Node, hasRedis: boolean): Promise<boolean> {
  const response = await fetch(`${node.probeOrigin}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  const state = (await response?.json().catch(() => null)) as { status?: string; redis?: string; live?: string } | null;
  const isLive = !hasRedis || (state?.redis === 'up' && state.live === 'whole');
  const metrics = await fetch(`${node.probeOrigin}/metrics`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  const text = (await metrics?.text().catch(() => '')) ?? '';
  const hasReplica = /db_replica_lag_seconds\{[^}]*state="serving"/.test(text) && /db_primary_away 0/.test(text);
  return state?.status === 'ready' && isLive && hasReplica;
}

/** Waits until every node is healthy; returns the milliseconds until then, or null after a timeout. */
export async function waitUntilHealthy({ nodes, redis }: Cluster): Promise<number | null> {
  const began = Date.now();
  while (Date.now() - began < RECOVERY_TIMEOUT_MS) {
    const healthy = await Promise.all(nodes.map((node) => isHealthy(node, redis !== null)));
    if (healthy.every(Boolean)) return Date.now() - began;
    await delay(200);
  }
  return null;
}

/** Returns the resident memory of a node, in MB. */
export async function readMemory(node: Node): Promise<number> {
  const text = await (await fetch(`${node.probeOrigin}/metrics`)).text();
  return Math.round(Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1_048_576);
}

async function connect(node: Node, token: string): Promise<Socket> {
  const socket = io(node.origin, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** Sends a message through each node to a socket on each: it has to arrive exactly once. */
export async function checkLiveEvents(checks: Checks, { nodes }: Cluster, scene: Scene): Promise<void> {
  const [sender, receiver] = [scene.members[0], scene.members[1]];
  if (!sender || !receiver) return;
  const sockets = await Promise.all(nodes.map((node) => connect(node, receiver.token)));
  const arrived = nodes.map((): string[] => []);
  for (const [index, socket] of sockets.entries())
    socket.on('message', ({ message }: { message: { content: string } }) => arrived[index]?.push(message.content));
  const words: string[] = [];
  for (const node of nodes) {
    const word = `message-${crypto.randomUUID()}`;
    words.push(word);
    const sent = {
      word,
      memberId: sender.id,
      targetId: receiver.id,
      clientId: '',
      at: 0,
      servedBy: null,
      acknowledgedId: null as string | null,
    };
    scene.history.messages.push(sent);
    scene.history.attempts.messages++;
    const json = { content: word, receiver_id: receiver.id };
    const response = await createCaller(node.origin).call('/messages/create', { token: sender.token, json });
    sent.acknowledgedId = (response.body as { _id: string } | null)?._id ?? null;
    if (sent.acknowledgedId) scene.history.acknowledged.messages++;
  }
  for (const until = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < until; await delay(20))
    if (arrived.every((texts) => words.every((word) => texts.includes(word)))) break;
  const problems = nodes.flatMap((node, index) =>
    words.flatMap((word, senderIndex) => {
      const times = arrived[index]?.filter((text) => text === word).length ?? 0;
      return times === 1 ? [] : [`from ${nodes[senderIndex]?.name ?? ''} to ${node.name}: ${times} times`];
    }),
  );
  for (const socket of sockets) socket.disconnect();
  checks.noProblems(
    'live events go from every node to every node, once',
    problems,
    `${nodes.length * nodes.length} pairs`,
  );
}

/** Performs every kind of action through every node, without the balancer. */
export async function checkActions(checks: Checks, { nodes }: Cluster, scene: Scene): Promise<void> {
  const problems: string[] = [];
  for (const [index, node] of nodes.entries()) {
    const member = scene.members[index];
    if (!member) continue;
    const history = createHistory();
    history.posts.push(...scene.history.posts.filter(({ acknowledgedId }) => acknowledgedId).slice(-1));
    const caller = createCaller(node.origin);
    // Likes and follows are toggled, so their earlier states are needed; no call is pending any more.
    for (const kind of ['likes', 'follows'] as const)
      for (const [key, intent] of scene.history[kind]) history[kind].set(key, { ...intent, settled: true });
    await actOnce({ ...scene, caller, history, isPrimaryStable: () => true }, member);
    for (const [kind, count] of Object.entries(history.acknowledged))
      if (count === 0 || caller.tally.problems.length > 0) problems.push(`${kind} on ${node.name}`);
    mergeHistory(scene.history, history);
  }
  checks.noProblems('every kind of action works on every node', problems);
}

/** Merges the history of one part of the test into the whole. */
function mergeHistory(whole: History, part: History): void {
  for (const kind of ['posts', 'comments', 'messages', 'files'] as const)
    (whole[kind] as unknown[]).push(...part[kind].filter((item) => !(whole[kind] as unknown[]).includes(item)));
  for (const kind of ['likes', 'follows'] as const)
    for (const [key, intent] of part[kind]) {
      const known = whole[kind].get(key);
      if (known?.wanted !== intent.wanted || !known.confirmed) whole[kind].set(key, intent);
    }
  for (const kind of ['posts', 'comments', 'messages', 'likes', 'follows', 'files'] as const) {
    whole.attempts[kind] += part.attempts[kind];
    whole.acknowledged[kind] += part.acknowledged[kind];
  }
}

const DIGESTS = ['posts', 'comments', 'messages', 'post_likes', 'follows', 'users'].map(
  (table) => `(SELECT count(*) || ' ' || coalesce(sum(hashtext(t::text)::bigint), 0) FROM ${table} t)`,
);

/** Compares the standby with the primary, row by row. */
export async function checkReplica(checks: Checks, { databases }: Cluster): Promise<void> {
  const pools = [databases.primary, databases.replica].map(({ url }) =>
    openDatabase({ connectionString: url, max: 1 }, () => undefined),
  );
  const digest = async (index: number): Promise<string> => {
    const { rows } = await (pools[index]?.pool.query<{ digest: string }>(
      `SELECT concat_ws(', ', ${DIGESTS.join(', ')}) AS digest`,
    ) ?? { rows: [] });
    return rows[0]?.digest ?? '';
  };
  let same = false;
  for (const until = Date.now() + ARRIVAL_TIMEOUT_MS; !same && Date.now() < until; await delay(100))
    same = (await digest(0)) === (await digest(1));
  await Promise.all(pools.map((pool) => pool.close()));
  checks.that('the replica has the same rows as the primary', same);
}
