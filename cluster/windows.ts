/**
 * Tabs of members: a socket through the balancer, and loading as the web pages do (events of the socket, missed
 * messages after a reconnection, and from time to time while the link is weak or down).
 */
import { io, type Socket } from 'socket.io-client';
import type { Caller } from './calls.ts';
import type { Member } from './members.ts';

type Seen = { id: string; seq: number; content: string };
type Told = { messageId: string; node: string; at: number };

export type Window = {
  readonly seen: readonly Seen[];
  /** Messages that arrived by socket, with the node that sent them. */
  readonly told: readonly Told[];
  /** The link statuses that arrived, in order. */
  readonly line: readonly boolean[];
  readonly weak: boolean;
  readonly connected: boolean;
  /** How often it has reconnected to a node. */
  readonly connections: number;
  catchUp(): Promise<void>;
  close(): void;
};

const PERIOD_MS = 15_000;
const AWAY_MS = 300;

type Raw = { once(event: 'upgrade', listener: (response: { headers: Record<string, string> }) => void): void };
const rawOf = (socket: Socket): Raw | undefined =>
  (socket.io.engine as unknown as { transport?: { ws?: Raw } } | undefined)?.transport?.ws;

export function openWindow(origin: string, caller: Caller, member: Member): Window {
  const seen: Seen[] = [];
  const told: Told[] = [];
  const line: boolean[] = [];
  let weak = false;
  let connections = 0;
  let closed = false;
  let socket: Socket;
  let asking: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    for (let more = true; more; ) {
      const query = new URLSearchParams({ userId: member.partnerId, limit: '100', read: 'false' });
      query.set('after', String(seen.at(-1)?.seq ?? 0));
      const { token, address } = member;
      const { status, body } = await caller.call(`/messages?${query.toString()}`, { token, address });
      if (status !== 200) return;
      const found = body as { _id: string; seq: number; content: string }[];
      const known = seen.at(-1)?.seq ?? 0;
      seen.push(...found.filter(({ seq }) => seq > known).map(({ _id, seq, content }) => ({ id: _id, seq, content })));
      more = found.length > 0;
    }
  }
  function catchUp(): Promise<void> {
    asking = asking.then(read).catch(() => undefined);
    return asking;
  }

  function connect(): void {
    let node = '';
    const opened = io(origin, {
      auth: { token: member.token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      timeout: 5_000,
    });
    socket = opened;
    rawOf(opened)?.once('upgrade', ({ headers }) => {
      node = headers['x-served-by'] ?? '';
    });
    opened.on('connect', () => {
      weak = false;
      connections++;
      void catchUp();
    });
    opened.on('message', ({ message }: { message: { _id: string } }) => {
      told.push({ messageId: message._id, node, at: Date.now() });
      void catchUp();
    });
    opened.on('line', (state: { weak: boolean }) => {
      if (weak && !state.weak) void catchUp();
      weak = state.weak;
      line.push(weak);
    });
    const again = () => {
      if (closed || socket !== opened) return;
      opened.disconnect();
      setTimeout(() => closed || socket !== opened || connect(), AWAY_MS);
    };
    opened.on('disconnect', again);
    opened.on('connect_error', again);
  }

  connect();
  const timer = setInterval(() => {
    if (weak || !socket.connected) void catchUp();
  }, PERIOD_MS);
  return {
    seen,
    told,
    line,
    get weak() {
      return weak;
    },
    get connected() {
      return socket.connected;
    },
    get connections() {
      return connections;
    },
    catchUp,
    close() {
      closed = true;
      clearInterval(timer);
      socket.disconnect();
    },
  };
}
