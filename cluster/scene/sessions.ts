/** Sessions that begin and end all the time: after its end no node accepts a session, and its sockets are closed. */
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Node } from '../nodes/nodes.ts';
import type { Weather } from '../storm.ts';
import { type Caller, insist } from './calls.ts';
import { type Member, PASSWORD } from './members.ts';

const SOCKETS = 4;
const CONNECT_MS = 3_000;
/** A node with a frozen database connection detects that within seven seconds. */
const ENDED_WITHIN_MS = 12_000;
/** From when the primary is within reach: a socket on a node that cannot reach it stays until it can. */
const CLOSED_WITHIN_MS = 30_000;
const PAUSE_MS = 2_500;

export type SessionRecord = { ended: number; sockets: number; faults: string[]; slowestMs: number };

const open = (origin: string, token: string): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = io(origin, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
    const timer = setTimeout(() => settle(null), CONNECT_MS);
    const settle = (result: Socket | null) => {
      clearTimeout(timer);
      if (!result) socket.disconnect();
      resolve(result);
    };
    socket.once('connect', () => settle(socket));
    socket.once('connect_error', () => settle(null));
  });

/** Whether an answering node still accepts the token. */
async function isTaken(node: Node, token: string): Promise<boolean> {
  const answer = await fetch(`${node.origin}/api/sessions`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null);
  return answer?.status === 200;
}

async function waitUntil(isDone: () => boolean | Promise<boolean>, isTime: () => boolean): Promise<boolean> {
  for (; !isTime(); await delay(50)) if (await isDone()) return true;
  return isDone();
}

const after = (moment: number) => () => Date.now() >= moment;

type Part = { origin: string; caller: Caller; nodes: readonly Node[]; member: Member; weather: Weather };

/** Runs one session from its sign-in to its end, and records everything that outlives it. */
async function liveOnce({ origin, caller, nodes, member, weather }: Part, record: SessionRecord): Promise<void> {
  const { address, email } = member;
  const deadline = Date.now() + 60_000;
  const credentials = { json: { email, password: PASSWORD }, address };
  const entered = await insist(deadline, () => caller.call('/login', credentials));
  if (!entered) return;
  const { token } = entered.body as { token: string };
  const sockets = (await Promise.all(Array.from({ length: SOCKETS }, () => open(origin, token)))).filter(
    (one) => one !== null,
  );
  const leave = () => caller.call('/logout', { method: 'POST', token, address });
  // After a timeout the first call may have been done: then the member is signed out already.
  const left = await insist(deadline, leave).catch((error: unknown) => {
    if (error instanceof Error && error.message === 'refused with 401') return true;
    throw error;
  });
  if (!left) return;
  const began = Date.now();
  record.ended++;
  record.sockets += sockets.length;
  const refused = async () => (await Promise.all(nodes.map((node) => isTaken(node, token)))).every((taken) => !taken);
  if (!(await waitUntil(refused, after(began + ENDED_WITHIN_MS)))) record.faults.push('an ended session was taken');
  const isTime = () =>
    Date.now() - began >= CLOSED_WITHIN_MS && weather.wasHealthy('primary', Date.now() - CLOSED_WITHIN_MS);
  if (!(await waitUntil(() => sockets.every((socket) => !socket.connected), isTime)))
    record.faults.push('a socket outlived its session');
  record.slowestMs = Math.max(record.slowestMs, Date.now() - began);
  for (const socket of sockets) socket.disconnect();
}

export async function endSessions(part: Part, record: SessionRecord, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await liveOnce(part, record);
    await delay(PAUSE_MS);
  }
}
