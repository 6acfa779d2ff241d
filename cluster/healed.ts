/** Whether everything works again, on every node and between all of them, without a restart. */
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { openDatabase } from '../server/src/db/connection/pool.ts';
import type { Checks } from './checks.ts';
import type { Cluster } from './nodes/cluster.ts';
import type { Node } from './nodes/nodes.ts';
import { createCaller } from './scene/calls.ts';
import { createHistory } from './scene/history.ts';
import { actOnce, type Scene } from './scene/members.ts';

const HEAL_MS = 30_000;
const ARRIVE_MS = 3_000;

async function isHealthy(node: Node, hasRedis: boolean): Promise<boolean> {
  const answer = await fetch(`${node.probes}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  const state = (await answer?.json().catch(() => null)) as { status?: string; redis?: string; live?: string } | null;
  const isLive = !hasRedis || (state?.redis === 'up' && state.live === 'whole');
  const metrics = await fetch(`${node.probes}/metrics`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  const text = (await metrics?.text().catch(() => '')) ?? '';
  const hasReplica = /db_replica_lag_seconds\{[^}]*state="serving"/.test(text) && /db_primary_away 0/.test(text);
  return state?.status === 'ready' && isLive && hasReplica;
}

/** Waits until every node reports that all is well; returns how long that took, or null. */
export async function waitUntilHealthy({ nodes, redis }: Cluster): Promise<number | null> {
  const began = Date.now();
  while (Date.now() - began < HEAL_MS) {
    const whole = await Promise.all(nodes.map((node) => isHealthy(node, redis !== null)));
    if (whole.every(Boolean)) return Date.now() - began;
    await delay(200);
  }
  return null;
}

/** The memory of a node, in MB. */
export async function readMemory(node: Node): Promise<number> {
  const text = await (await fetch(`${node.probes}/metrics`)).text();
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

/** Sends a message from each node to a tab on each: it has to arrive by socket, once. */
export async function checkCrossing(checks: Checks, { nodes }: Cluster, scene: Scene): Promise<void> {
  const [from, to] = [scene.members[0], scene.members[1]];
  if (!from || !to) return;
  const sockets = await Promise.all(nodes.map((node) => connect(node, to.token)));
  const arrived = nodes.map((): string[] => []);
  for (const [index, socket] of sockets.entries())
    socket.on('message', ({ message }: { message: { content: string } }) => arrived[index]?.push(message.content));
  const words: string[] = [];
  for (const node of nodes) {
    const word = `message-${crypto.randomUUID()}`;
    words.push(word);
    const sent = {
      word,
      by: from.id,
      on: to.id,
      clientId: '',
      at: 0,
      servedBy: null,
      acknowledged: null as string | null,
    };
    scene.history.messages.push(sent);
    scene.history.tries.messages++;
    const json = { content: word, receiver_id: to.id };
    const answer = await createCaller(node.origin).call('/messages/create', { token: from.token, json });
    sent.acknowledged = (answer.body as { _id: string } | null)?._id ?? null;
    if (sent.acknowledged) scene.history.acknowledged.messages++;
  }
  for (const until = Date.now() + ARRIVE_MS; Date.now() < until; await delay(20))
    if (arrived.every((texts) => words.every((word) => texts.includes(word)))) break;
  const faults = nodes.flatMap((node, index) =>
    words.flatMap((word, sender) => {
      const times = arrived[index]?.filter((heard) => heard === word).length ?? 0;
      return times === 1 ? [] : [`from ${nodes[sender]?.name ?? ''} to ${node.name}: ${times} times`];
    }),
  );
  for (const socket of sockets) socket.disconnect();
  checks.wrong('live events go from every node to every node, once', faults, `${nodes.length * nodes.length} ways`);
}

/** Does every kind of action through every node directly. */
export async function checkActions(checks: Checks, { nodes }: Cluster, scene: Scene): Promise<void> {
  const faults: string[] = [];
  for (const [index, node] of nodes.entries()) {
    const member = scene.members[index];
    if (!member) continue;
    const history = createHistory();
    history.posts.push(...scene.history.posts.filter(({ acknowledged }) => acknowledged).slice(-1));
    const caller = createCaller(node.origin);
    // For actions that toggle, the earlier state is known.
    for (const kind of ['likes', 'follows'] as const)
      for (const [key, wish] of scene.history[kind]) history[kind].set(key, { ...wish, calm: true });
    await actOnce({ ...scene, caller, history, isCalm: () => true }, member);
    for (const [kind, count] of Object.entries(history.acknowledged))
      if (count === 0 || caller.tally.faults.length > 0) faults.push(`${kind} on ${node.name}`);
    adopt(scene, history);
  }
  checks.wrong('every kind of action works on every node', faults);
}

/** Merges the results of a part into the whole. */
function adopt(scene: Scene, part: Scene['history']): void {
  const whole = scene.history;
  for (const kind of ['posts', 'comments', 'messages', 'files'] as const)
    (whole[kind] as unknown[]).push(...part[kind].filter((one) => !(whole[kind] as unknown[]).includes(one)));
  for (const kind of ['likes', 'follows'] as const)
    for (const [key, wish] of part[kind]) {
      const known = whole[kind].get(key);
      if (known?.wanted !== wish.wanted || !known.sure) whole[kind].set(key, wish);
    }
  for (const kind of ['posts', 'comments', 'messages', 'likes', 'follows', 'files'] as const) {
    whole.tries[kind] += part.tries[kind];
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
  for (const until = Date.now() + ARRIVE_MS; !same && Date.now() < until; await delay(100))
    same = (await digest(0)) === (await digest(1));
  await Promise.all(pools.map((pool) => pool.close()));
  checks.that('the replica holds what the primary holds, row for row', same);
}
