/**
 * The members' tabs: each has a socket through the balancer, and loads messages as the web pages do: after an event,
 * after a reconnection, and periodically while the socket is disconnected or the link status is weak.
 */
import { io, type Socket } from 'socket.io-client';
import type { Caller } from './calls.ts';
import type { Member } from './members.ts';

type Seen = { id: string; seq: number; content: string };
type Arrived = { messageId: string; node: string; at: number };

export type Tab = {
  readonly seen: readonly Seen[];
  /** Messages that arrived by socket, with the node that sent them. */
  readonly arrived: readonly Arrived[];
  /** The link statuses that arrived, in order; true means weak. */
  readonly statuses: readonly boolean[];
  readonly weak: boolean;
  readonly connected: boolean;
  /** How often it has connected to a node. */
  readonly connections: number;
  catchUp(): Promise<void>;
  close(): void;
};

const RELOAD_MS = 15_000;
const RECONNECT_MS = 300;

type RawSocket = { once(event: 'upgrade', listener: (response: { headers: Record<string, string> }) => void): void };
const rawSocketOf = (socket: Socket): RawSocket | undefined =>
  (socket.io.engine as unknown as { transport?: { ws?: RawSocket } } | undefined)?.transport?.ws;

const createSocket = (origin: string, token: string): Socket =>
  io(origin, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true, timeout: 5_000 });

/** Loads the messages after the last seen one, page by page, and adds them to `seen`. */
async function loadNewMessages(caller: Caller, { partnerId, token, address }: Member, seen: Seen[]): Promise<void> {
  for (let more = true; more; ) {
    const query = new URLSearchParams({ userId: partnerId, limit: '100', read: 'false' });
    query.set('after', String(seen.at(-1)?.seq ?? 0));
    const { status, body } = await caller.call(`/messages?${query.toString()}`, { token, address });
    if (status !== 200) return;
    const page = body as { _id: string; seq: number; content: string }[];
    const known = seen.at(-1)?.seq ?? 0;
    seen.push(...page.filter(({ seq }) => seq > known).map(({ _id, seq, content }) => ({ id: _id, seq, content })));
    more = page.length > 0;
  }
}

class MemberTab implements Tab {
  readonly seen: Seen[] = [];
  readonly arrived: Arrived[] = [];
  readonly statuses: boolean[] = [];
  weak = false;
  connections = 0;
  readonly #origin: string;
  readonly #caller: Caller;
  readonly #member: Member;
  readonly #timer: NodeJS.Timeout;
  #closed = false;
  #socket: Socket;
  #loading: Promise<void> = Promise.resolve();

  constructor(origin: string, caller: Caller, member: Member) {
    this.#origin = origin;
    this.#caller = caller;
    this.#member = member;
    this.#socket = this.#connect();
    this.#timer = setInterval(() => {
      if (this.weak || !this.#socket.connected) void this.catchUp();
    }, RELOAD_MS);
  }

  get connected(): boolean {
    return this.#socket.connected;
  }

  catchUp(): Promise<void> {
    this.#loading = this.#loading
      .then(() => loadNewMessages(this.#caller, this.#member, this.seen))
      .catch(() => undefined);
    return this.#loading;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#socket.disconnect();
  }

  #connect(): Socket {
    let node = '';
    const opened = createSocket(this.#origin, this.#member.token);
    rawSocketOf(opened)?.once('upgrade', ({ headers }) => {
      node = headers['x-served-by'] ?? '';
    });
    opened.on('connect', () => {
      this.weak = false;
      this.connections++;
      void this.catchUp();
    });
    opened.on('message', ({ message }: { message: { _id: string } }) => {
      this.arrived.push({ messageId: message._id, node, at: Date.now() });
      void this.catchUp();
    });
    opened.on('line', (state: { weak: boolean }) => {
      if (this.weak && !state.weak) void this.catchUp();
      this.weak = state.weak;
      this.statuses.push(this.weak);
    });
    opened.on('disconnect', () => this.#reconnect(opened));
    opened.on('connect_error', () => this.#reconnect(opened));
    return opened;
  }

  #reconnect(lost: Socket): void {
    const isObsolete = (): boolean => this.#closed || this.#socket !== lost;
    if (isObsolete()) return;
    lost.disconnect();
    setTimeout(() => {
      if (!isObsolete()) this.#socket = this.#connect();
    }, RECONNECT_MS);
  }
}

export const openTab = (origin: string, caller: Caller, member: Member): Tab => new MemberTab(origin, caller, member);
