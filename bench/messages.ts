/**
 * Measures the time from sending a message to its arrival in the receiver's tab, with many tabs connected; and the
 * memory of a socket.
 */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { io, type Socket } from 'socket.io-client';
import { newId } from '../server/src/db/statements/id.ts';
import { createToken } from '../server/src/http/gate/tokens.ts';
import { acceptChats } from './accepted-chats.ts';
import { startServer } from './child.ts';
import { type BenchDatabase, createBenchDatabase, feedSize } from './database.ts';
import { measureMemory } from './memory.ts';
import { describeMachine, toTable, writeSection } from './report.ts';

const MEMBERS = 1_000;
const PER_SECOND = 50;
const CONNECT_BATCH = 50;
const SIZE = { ...feedSize, members: MEMBERS, posts: 100, conversations: 10 };

export type MessagesOptions = { seconds: number };
type Member = { id: string; token: string };
type Tab = { member: Member; socket: Socket };

const log = (line: string): void => console.log(line);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

async function openSessions({ pool }: BenchDatabase): Promise<Member[]> {
  const users = await pool.db.selectFrom('users').select('id').limit(MEMBERS).execute();
  const expires_at = new Date(Date.now() + HOUR_MS);
  const sessions = users.map(({ id }) => Object.assign(createToken(), { id }));
  await pool.db
    .insertInto('sessions')
    .values(sessions.map(({ id, hash }) => ({ id: newId(), user_id: id, token_hash: hash, expires_at })))
    .execute();
  return sessions.map(({ id, token }) => ({ id, token }));
}

function connect(origin: string, member: Member): Promise<Tab> {
  const socket = io(origin, { auth: { token: member.token }, transports: ['websocket'], forceNew: true });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve({ member, socket }));
    socket.once('connect_error', reject);
  });
}

async function connectAll(origin: string, members: Member[]): Promise<Tab[]> {
  const tabs: Tab[] = [];
  for (let from = 0; from < members.length; from += CONNECT_BATCH) {
    const batch = members.slice(from, from + CONNECT_BATCH);
    tabs.push(...(await Promise.all(batch.map((member) => connect(origin, member)))));
  }
  return tabs;
}

/** The number of members whom each member writes to. */
const NEIGHBOURS = 13;

/** The pairs of members that exchange messages. */
const listPairs = (members: readonly Member[]) =>
  members.flatMap(({ id }, place) =>
    Array.from({ length: NEIGHBOURS }, (_value, step) => {
      const neighbour = members[(place + 1 + step) % members.length]?.id ?? id;
      return [id, neighbour] as const;
    }),
  );

const percentile = (sorted: number[], share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;

/**
 * Sends messages at a steady rate between different members. Returns the milliseconds until each arrival and response.
 */
async function exchangeMessages(origin: string, tabs: Tab[], seconds: number) {
  const sentAt = new Map<string, number>();
  const arrivalTimes: number[] = [];
  for (const { member, socket } of tabs) {
    socket.on('message', ({ message }: { message: { client_id: string | null; receiver_id: string } }) => {
      const at = message.receiver_id === member.id ? sentAt.get(message.client_id ?? '') : undefined;
      if (at !== undefined) arrivalTimes.push(performance.now() - at);
    });
  }
  const responseTimes: number[] = [];
  const sends: Promise<void>[] = [];
  const start = performance.now();
  for (let number = 0; number < seconds * PER_SECOND; number++) {
    await pause(start + (number * 1000) / PER_SECOND - performance.now());
    const from = tabs[(number * 7) % tabs.length]?.member;
    const to = tabs[(number * 7 + 1 + (number % NEIGHBOURS)) % tabs.length]?.member;
    if (!from || !to) continue;
    const client_id = crypto.randomUUID();
    sentAt.set(client_id, performance.now());
    const sent = fetch(`${origin}/api/messages/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${from.token}` },
      body: JSON.stringify({ content: `Message ${number}`, receiver_id: to.id, client_id }),
    }).then((response) => {
      if (!response.ok) throw new Error(`sending a message failed with ${response.status}`);
      responseTimes.push(performance.now() - (sentAt.get(client_id) ?? 0));
    });
    sends.push(sent);
  }
  await Promise.all(sends);
  await pause(1_000);
  return {
    sent: sentAt.size,
    arrivalTimes: arrivalTimes.toSorted((a, b) => a - b),
    responseTimes: responseTimes.toSorted((a, b) => a - b),
  };
}

/** Generates a community, connects all members, measures, and writes the table; takes about a minute. */
export async function benchMessages({ seconds }: MessagesOptions): Promise<void> {
  log('Generating …');
  const database = await createBenchDatabase(SIZE, () => undefined);
  const server = await startServer(database);
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const members = await openSessions(database);
    await acceptChats((text, values) => database.pool.pool.query(text, values), listPairs(members));
    const pid = server.child.pid ?? 0;
    const before = await measureMemory(pid);
    log(`Connecting ${members.length} members …`);
    const tabs = await connectAll(origin, members);
    await pause(3_000);
    const perSocket = ((await measureMemory(pid)) - before) * (1024 / tabs.length);
    await exchangeMessages(origin, tabs, 2);
    const { sent, arrivalTimes, responseTimes } = await exchangeMessages(origin, tabs, seconds);
    for (const { socket } of tabs) socket.disconnect();
    const row = (name: string, times: number[]) => [
      name,
      times.length,
      ...[0.5, 0.95, 0.99].map((share) => Math.round(percentile(times, share) * 10) / 10),
    ];
    const table = toTable(
      [`${sent} messages, ${PER_SECOND} per second`, 'Number', 'p50 ms', 'p95 ms', 'p99 ms'],
      [row('Until the response', responseTimes), row("Until the receiver's socket", arrivalTimes)],
    );
    const text = `## Messages

${tabs.length.toLocaleString('en-US')} members connected, each with one socket. Clients, server and database share
the machine. An idle socket takes about ${Math.round(perSocket)} KB
of the server's memory.

${describeMachine()}. Command: \`npm run bench -- messages\`.

${table}`;
    log(`\n${text}`);
    await writeSection('messages', text);
  } finally {
    await server.stop();
    await database.close();
  }
}
