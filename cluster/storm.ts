/** The failures, one after the other and sometimes two at once, in an order from the seed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RedisServer } from '../server/src/testing/stand-ins/redis-server.ts';
import type { Databases } from './nodes/databases.ts';
import type { Node } from './nodes/nodes.ts';
import type { TcpProxy } from './nodes/tcp-proxy.ts';
import type { Random } from './random.ts';

type Place = 'node' | 'redis' | 'replica' | 'primary';

export type Accident = { name: string; places: readonly Place[]; seconds: number; begin(): unknown; end(): unknown };

export type Weather = {
  /** The present failures. */
  readonly accident: Accident | null;
  readonly since: number;
  /** Whether a part was healthy all the time since the moment. */
  wasHealthy(place: Place, since: number): boolean;
};

export type Parts = {
  nodes: readonly Node[];
  databases: Databases;
  redis: { server: RedisServer; proxy: TcpProxy } | null;
};

const PAUSE_MS = 600;
const SPREAD_MS = 400;

function onProxy(name: string, place: Place, proxy: TcpProxy): Accident[] {
  return [
    { name: `${name} cut`, places: [place], seconds: 3.5, begin: () => proxy.cut(), end: () => proxy.mend() },
    { name: `${name} held`, places: [place], seconds: 5, begin: () => proxy.hold(), end: () => proxy.mend() },
  ];
}

const together = (one: Accident, other: Accident): Accident => ({
  name: `${one.name} and ${other.name}`,
  places: [...one.places, ...other.places],
  seconds: Math.max(one.seconds, other.seconds),
  begin: () => Promise.all([one.begin(), other.begin()]),
  end: () => Promise.all([one.end(), other.end()]),
});

/** All failures of these parts, except the long outage of the primary (`outage.ts`). */
export function listAccidents({ nodes, databases, redis }: Parts, random: Random): Accident[] {
  const { replica, proxies } = databases;
  const killed = nodes.map(
    (node): Accident => ({
      name: `${node.name} killed`,
      places: ['node'],
      seconds: 1,
      begin: () => node.kill(),
      end: () => node.start(),
    }),
  );
  const server = (name: Place, it: { start(): Promise<void>; kill(): Promise<void> }, seconds: number): Accident => ({
    name: `${name} killed`,
    places: [name],
    seconds,
    begin: () => it.kill(),
    end: () => it.start(),
  });
  const replicaKilled = server('replica', replica, 3);
  const [primaryCut, primaryHeld] = onProxy('primary', 'primary', proxies.primary) as [Accident, Accident];
  const replicationCut = { ...onProxy('replication', 'replica', proxies.replication)[0], seconds: 7 } as Accident;
  const ofRedis = redis ? [server('redis', redis.server, 3), ...onProxy('redis', 'redis', redis.proxy)] : [];
  const twice = [
    together(random.pick(killed), random.pick(ofRedis.length > 0 ? ofRedis : [replicaKilled])),
    together(primaryCut, random.pick(killed)),
    together(replicaKilled, primaryHeld),
  ];
  return random.shuffle([
    ...killed,
    ...ofRedis,
    replicaKilled,
    ...onProxy('replica', 'replica', proxies.replica),
    replicationCut,
    primaryCut,
    primaryHeld,
    ...twice,
  ]);
}

export type Storm = Weather & {
  /**
   * Runs every failure once, and further ones until the time is over, and repairs each. Returns how many there were.
   */
  rage(accidents: readonly Accident[], ms: number): Promise<number>;
};

export function createStorm(random: Random, say: (line: string) => void): Storm {
  let accident: Accident | null = null;
  let since = 0;
  const lastHarm = new Map<Place, number>();

  async function suffer(next: Accident): Promise<void> {
    accident = next;
    since = Date.now();
    say(`${next.name}, for ${next.seconds} s`);
    await next.begin();
    await delay(next.seconds * 1_000);
    await next.end();
    for (const place of next.places) lastHarm.set(place, Date.now());
    accident = null;
  }

  return {
    get accident() {
      return accident;
    },
    get since() {
      return since;
    },
    wasHealthy: (place, moment) => !accident?.places.includes(place) && (lastHarm.get(place) ?? 0) < moment,
    async rage(accidents, ms) {
      const until = Date.now() + ms;
      let count = 0;
      for (let index = 0; index < accidents.length || Date.now() < until; index++) {
        const next = accidents[index % accidents.length];
        if (!next || (index >= accidents.length && Date.now() + next.seconds * 1_000 > until)) break;
        await suffer(next);
        count++;
        await delay(PAUSE_MS + random.below(SPREAD_MS));
      }
      return count;
    },
  };
}

/** Stops every node cleanly, one after the other, while the others serve; returns the exit codes. */
export async function rollThrough(nodes: readonly Node[], settleMs: number): Promise<(number | null)[]> {
  const codes: (number | null)[] = [];
  for (const node of nodes) {
    codes.push(await node.stop());
    await node.start();
    await delay(settleMs);
  }
  return codes;
}
