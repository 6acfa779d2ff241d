/**
 * The storm: a series of injected faults, one after the other and some of them in pairs, in an order that depends on
 * the seed. Each fault is repaired before the next one.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { RedisServer } from '../server/src/testing/servers/redis-server.ts';
import type { Databases } from './nodes/databases.ts';
import type { Node } from './nodes/nodes.ts';
import type { TcpProxy } from './nodes/tcp-proxy.ts';
import type { Random } from './random.ts';

type Component = 'node' | 'redis' | 'replica' | 'primary';

export type Fault = {
  name: string;
  components: readonly Component[];
  seconds: number;
  inject(): unknown;
  repair(): unknown;
};

export type StormState = {
  /** The current fault, which may be a pair. */
  readonly fault: Fault | null;
  /** When the current or last fault began. */
  readonly since: number;
  /** Whether a component has had no fault since a moment. */
  wasHealthy(component: Component, since: number): boolean;
};

export type Parts = {
  nodes: readonly Node[];
  databases: Databases;
  redis: { server: RedisServer; proxy: TcpProxy } | null;
};

const MIN_PAUSE_MS = 600;
const EXTRA_PAUSE_MS = 400;

function listProxyFaults(name: string, component: Component, proxy: TcpProxy): Fault[] {
  return [
    {
      name: `${name} cut`,
      components: [component],
      seconds: 3.5,
      inject: () => proxy.cut(),
      repair: () => proxy.restore(),
    },
    {
      name: `${name} paused`,
      components: [component],
      seconds: 5,
      inject: () => proxy.pause(),
      repair: () => proxy.restore(),
    },
  ];
}

const combine = (first: Fault, second: Fault): Fault => ({
  name: `${first.name} and ${second.name}`,
  components: [...first.components, ...second.components],
  seconds: Math.max(first.seconds, second.seconds),
  inject: () => Promise.all([first.inject(), second.inject()]),
  repair: () => Promise.all([first.repair(), second.repair()]),
});

/** Returns all faults of these parts, except the long outage of the primary (`outage.ts`). */
export function listFaults({ nodes, databases, redis }: Parts, random: Random): Fault[] {
  const { replica, proxies } = databases;
  const killed = nodes.map(
    (node): Fault => ({
      name: `${node.name} killed`,
      components: ['node'],
      seconds: 1,
      inject: () => node.kill(),
      repair: () => node.start(),
    }),
  );
  const killedServer = (
    name: Component,
    server: { start(): Promise<void>; kill(): Promise<void> },
    seconds: number,
  ): Fault => ({
    name: `${name} killed`,
    components: [name],
    seconds,
    inject: () => server.kill(),
    repair: () => server.start(),
  });
  const replicaKilled = killedServer('replica', replica, 3);
  const [primaryCut, primaryPaused] = listProxyFaults('primary', 'primary', proxies.primary) as [Fault, Fault];
  const replicationCut = { ...listProxyFaults('replication', 'replica', proxies.replication)[0], seconds: 7 } as Fault;
  const redisFaults = redis
    ? [killedServer('redis', redis.server, 3), ...listProxyFaults('redis', 'redis', redis.proxy)]
    : [];
  const pairs = [
    combine(random.pick(killed), random.pick(redisFaults.length > 0 ? redisFaults : [replicaKilled])),
    combine(primaryCut, random.pick(killed)),
    combine(replicaKilled, primaryPaused),
  ];
  return random.shuffle([
    ...killed,
    ...redisFaults,
    replicaKilled,
    ...listProxyFaults('replica', 'replica', proxies.replica),
    replicationCut,
    primaryCut,
    primaryPaused,
    ...pairs,
  ]);
}

export type Storm = StormState & {
  /** Injects and repairs every fault once, and repeats them until the time is over. Returns the number of faults. */
  run(faults: readonly Fault[], ms: number): Promise<number>;
};

export function createStorm(random: Random, log: (line: string) => void): Storm {
  let fault: Fault | null = null;
  let since = 0;
  const lastRepair = new Map<Component, number>();

  async function runFault(next: Fault): Promise<void> {
    fault = next;
    since = Date.now();
    log(`${next.name}, for ${next.seconds} s`);
    await next.inject();
    await delay(next.seconds * 1_000);
    await next.repair();
    for (const component of next.components) lastRepair.set(component, Date.now());
    fault = null;
  }

  return {
    get fault() {
      return fault;
    },
    get since() {
      return since;
    },
    wasHealthy: (component, moment) =>
      !fault?.components.includes(component) && (lastRepair.get(component) ?? 0) < moment,
    async run(faults, ms) {
      const deadline = Date.now() + ms;
      let count = 0;
      for (let index = 0; index < faults.length || Date.now() < deadline; index++) {
        const next = faults[index % faults.length];
        if (!next || (index >= faults.length && Date.now() + next.seconds * 1_000 > deadline)) break;
        await runFault(next);
        count++;
        await delay(MIN_PAUSE_MS + random.below(EXTRA_PAUSE_MS));
      }
      return count;
    },
  };
}

/** Restarts every node cleanly, one after the other, while the others serve; returns the exit codes. */
export async function restartInTurn(nodes: readonly Node[], settleMs: number): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (const node of nodes) {
    codes.push(await node.stop());
    await node.start();
    await delay(settleMs);
  }
  return codes;
}
