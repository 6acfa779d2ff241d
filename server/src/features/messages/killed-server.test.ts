/**
 * A chat under failures: four tabs write, one tab of each member reads, connections are cut at random, and the server
 * is killed and restarted three times. Each acknowledged message exists exactly once, in one order for both members; no
 * other message exists; and each reading tab received all of them. The random numbers have a fixed seed.
 */
import { type RouteResponse, responseSchema } from '@afterhours/contract/base/route';
import { listMessages } from '@afterhours/contract/messages/conversations';
import { createMessage, type Message } from '@afterhours/contract/messages/messages';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createServerOf, type ServerOfApp } from '#testing/processes/killable-server.ts';
import { callServer } from '#testing/processes/server-calls.ts';
import { buildConnection } from '#testing/rows/connections.ts';
import { buildMembers, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';

const WRITERS = 4;
const MESSAGES = 75;
const KILLS = 3;
const PATIENCE_MS = 120_000;
let app: TestApp;
let server: ServerOfApp;

let state = 20_261_121;
/** Returns the next pseudorandom number from 0 to 1, from a fixed seed. */
function draw(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
}

/** Resolved while the server runs, and pending during a restart. */
let running: Promise<void> = Promise.resolve();

async function restart(isLast: boolean): Promise<void> {
  await server.kill();
  if (isLast) await server.replace();
  else await server.start();
}

/**
 * Sends a message until it is acknowledged, always under the same id. Sometimes the connection is cut before the
 * response arrives.
 */
async function sendSurely(from: TestMember, to: TestMember, content: string, deadline: number) {
  const client_id = crypto.randomUUID();
  for (let tries = 1; Date.now() < deadline; tries++) {
    await running;
    const cut = draw() < 0.2 ? AbortSignal.timeout(Math.ceil(draw() * 15)) : undefined;
    try {
      const message = { content, receiver_id: to.id, client_id };
      const call = { token: from.token, ...(cut ? { signal: cut } : {}) };
      const { status, response } = await callServer(server, 'POST', '/messages/create', message, call);
      if (status === 200) {
        const { body } = responseSchema(createMessage).parse(response) as RouteResponse<typeof createMessage>;
        return { id: body._id, content, tries };
      }
      if (status !== 503) throw new Error(`refused with ${status}`);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('refused')) throw error;
    }
  }
  throw new Error('the server did not come back in time');
}

async function readAfter(viewer: TestMember, other: TestMember, after: number): Promise<Message[]> {
  const query = new URLSearchParams({ userId: other.id, after: String(after), limit: '100', read: 'false' });
  const response = await fetch(`${server.origin}/api${listMessages.path}?${query.toString()}`, {
    headers: { authorization: `Bearer ${viewer.token}` },
  });
  if (response.status !== 200) throw new Error(`read ${response.status}`);
  return (responseSchema(listMessages).parse(await response.json()) as RouteResponse<typeof listMessages>).body;
}

/**
 * Opens a tab that loads messages as the product does: on events, and by requesting later messages after every
 * reconnection.
 */
function startReader(viewer: TestMember, other: TestMember) {
  const seen: Message[] = [];
  let loading: Promise<void> = Promise.resolve();
  const catchUp = (): Promise<void> => {
    loading = loading
      .then(async () => {
        for (let more = true; more; ) {
          const found = await readAfter(viewer, other, seen.at(-1)?.seq ?? 0);
          seen.push(...found);
          more = found.length > 0;
        }
      })
      .catch(() => undefined);
    return loading;
  };
  const socket = io(server.origin, {
    auth: { token: viewer.token },
    transports: ['websocket'],
    reconnectionDelayMax: 200,
  });
  socket.on('connect', () => void catchUp());
  socket.on('message', () => void catchUp());
  const cuts = setInterval(() => draw() < 0.3 && socket.io.engine?.close(), 300);
  return {
    seen,
    async finish(count: number) {
      await expect.poll(() => catchUp().then(() => seen.length), { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
      clearInterval(cuts);
      socket.disconnect();
    },
  };
}

beforeAll(async () => {
  app = await buildTestApp(withoutJobs);
  server = await createServerOf(app);
  await server.start();
});
afterAll(() => server.close());

it('A chat on a killed server loses, repeats, reorders and invents nothing', async () => {
  const pair = await buildMembers(app, 2);
  // Without a connection, the first message would be a request.
  await buildConnection(app, ...pair);
  const viewers = [startReader(pair[0], pair[1]), startReader(pair[1], pair[0])];
  const deadline = Date.now() + PATIENCE_MS;
  const progress = { acknowledged: 0 };
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const [from, to] = writer % 2 ? pair : ([pair[1], pair[0]] as const);
    const acknowledged: Awaited<ReturnType<typeof sendSurely>>[] = [];
    for (let number = 0; number < MESSAGES; number++) {
      acknowledged.push(await sendSurely(from, to, `${writer}-${number}`, deadline));
      progress.acknowledged++;
    }
    return acknowledged;
  });
  const killing = (async () => {
    for (let kill = 1; kill <= KILLS; kill++) {
      const due = (WRITERS * MESSAGES * kill) / (KILLS + 1);
      await vi.waitUntil(() => progress.acknowledged >= due, { timeout: PATIENCE_MS, interval: 5 });
      running = restart(kill === KILLS);
      await running;
    }
  })();
  const [histories] = await Promise.all([Promise.all(writers), killing]);
  const acknowledged = histories.flat();
  for (const viewer of viewers) await viewer.finish(acknowledged.length);
  const [one, other] = viewers.map(({ seen }) => seen.map(({ _id, seq, content }) => ({ _id, seq, content })));
  expect(one).toEqual(other);
  expect(one?.map(({ seq }) => seq)).toEqual(one?.map((_message, index) => index + 1));
  expect(one?.map(({ content }) => content).toSorted()).toEqual(acknowledged.map(({ content }) => content).toSorted());
  const byId = new Map(one?.map((message) => [message._id, message]));
  for (const { id, content } of acknowledged) expect(byId.get(id)?.content).toBe(content);
  for (const history of histories) {
    const order = history.map(({ id }) => byId.get(id)?.seq ?? 0);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  }
  const sent = acknowledged.reduce((sum, { tries }) => sum + tries, 0);
  process.stdout.write(
    `sent ${sent} times, acknowledged ${acknowledged.length}, delivered ` +
      `${viewers.map(({ seen }) => seen.length).join(' and ')}\n`,
  );
});
