/** Signs in and out all the time: no node may accept an ended session, and its sockets must be closed. */
import { setTimeout as delay } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Node } from '../nodes/nodes.ts';
import type { StormState } from '../storm.ts';
import { type Caller, retryUntilAccepted } from './calls.ts';
import { type Member, PASSWORD } from './members.ts';

const SOCKETS = 4;
const CONNECT_MS = 3_000;
/** A node detects within seven seconds that its database connection is frozen. */
const REJECTED_WITHIN_MS = 12_000;
/** Counted from when the primary is reachable: a node that cannot reach it keeps its sockets until it can. */
const CLOSED_WITHIN_MS = 30_000;
const PAUSE_MS = 2_500;

export type SessionRecord = { ended: number; sockets: number; problems: string[]; slowestMs: number };

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

/** Whether the node still accepts the token; false if it does not respond. */
async function isAccepted(node: Node, token: string): Promise<boolean> {
  const response = await fetch(`${node.origin}/api/sessions`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null);
  return response?.status === 200;
}

async function waitUntil(isDone: () => boolean | Promise<boolean>, isTimeUp: () => boolean): Promise<boolean> {
  for (; !isTimeUp(); await delay(50)) if (await isDone()) return true;
  return isDone();
}

const isAfter = (moment: number) => () => Date.now() >= moment;

type Context = { origin: string; caller: Caller; nodes: readonly Node[]; member: Member; storm: StormState };

/** Runs one session from sign-in to sign-out, and records nodes that accept it and sockets that stay open after it. */
async function runSession({ origin, caller, nodes, member, storm }: Context, record: SessionRecord): Promise<void> {
  const { address, email } = member;
  const deadline = Date.now() + 60_000;
  const credentials = { json: { email, password: PASSWORD }, address };
  const login = await retryUntilAccepted(deadline, () => caller.call('/login', credentials));
  if (!login) return;
  const { token } = login.body as { token: string };
  const sockets = (await Promise.all(Array.from({ length: SOCKETS }, () => open(origin, token)))).filter(
    (socket) => socket !== null,
  );
  const logOut = () => caller.call('/logout', { method: 'POST', token, address });
  // 401: an earlier call without a response may have ended the session already.
  const isLoggedOut = await retryUntilAccepted(deadline, logOut).catch((error: unknown) => {
    if (error instanceof Error && error.message === 'refused with 401') return true;
    throw error;
  });
  if (!isLoggedOut) return;
  const began = Date.now();
  record.ended++;
  record.sockets += sockets.length;
  const isRejected = async () =>
    (await Promise.all(nodes.map((node) => isAccepted(node, token)))).every((accepted) => !accepted);
  if (!(await waitUntil(isRejected, isAfter(began + REJECTED_WITHIN_MS))))
    record.problems.push('an ended session was accepted');
  const isTimeUp = () =>
    Date.now() - began >= CLOSED_WITHIN_MS && storm.wasHealthy('primary', Date.now() - CLOSED_WITHIN_MS);
  if (!(await waitUntil(() => sockets.every((socket) => !socket.connected), isTimeUp)))
    record.problems.push('a socket outlived its session');
  record.slowestMs = Math.max(record.slowestMs, Date.now() - began);
  for (const socket of sockets) socket.disconnect();
}

export async function cycleSessions(context: Context, record: SessionRecord, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await runSession(context, record);
    await delay(PAUSE_MS);
  }
}
