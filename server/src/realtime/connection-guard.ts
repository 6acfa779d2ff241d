/**
 * The checks on a socket before its token: it must have this site's Origin, and come from a network with few sockets
 * that have not sent a token yet. Each member may have a limited number of sockets on one server, each of which has to
 * read what it is sent.
 */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Server, Socket } from 'socket.io';
import { networkOf, WIDE_FACTOR } from '#http/gate/network.ts';
import { isOwnOrigin } from '#http/gate/origins.ts';
import { hstsHeader } from '#http/pages/security-headers.ts';
import { placesOf } from './rooms.ts';

const MEMBER_SOCKETS = 50;
/** Enough for an office whose tabs all reconnect at once. */
const WAITING_SOCKETS = 200;
/** A socket that has not sent a token after this time is closed. */
export const HANDSHAKE_MS = 10_000;
/** As much as may wait for a client that does not read: what a tab misses, it loads when it reconnects. */
const MAX_UNREAD = 1024 * 1024;

export type ConnectionLimits = {
  publicUrl: string;
  hstsSubdomains: boolean;
  trustedProxies: readonly string[];
  /** Multiplies how many sockets per network may wait; 0 turns the limits off. */
  factor: number;
};

/** A connection as Engine.IO knows it. It emits `drain` once its waiting packets are passed on to the network. */
type Connection = {
  request: IncomingMessage;
  once(event: 'close', listener: () => void): void;
  on(event: 'drain', listener: () => void): void;
  on(event: 'packetCreate', listener: (packet: { data?: { length: number } }) => void): void;
  close(discard: boolean): void;
};

/** Takes one of a member's places for sockets, until the socket is closed; returns false if none is left. */
export function takePlace(socket: Pick<Socket, 'nsp' | 'join'>, userId: string): boolean {
  const places = placesOf(userId);
  if ((socket.nsp.adapter.rooms.get(places)?.size ?? 0) >= MEMBER_SOCKETS) return false;
  // Before anything is awaited, so that sockets that arrive at the same time are counted, too.
  void socket.join(places);
  return true;
}

/** Closes a connection whose client goes on responding, but does not read. */
function limitUnread(connection: Connection): void {
  let unread = 0;
  connection.on('drain', () => {
    unread = 0;
  });
  connection.on('packetCreate', ({ data }) => {
    unread += data?.length ?? 0;
    if (unread > MAX_UNREAD) connection.close(true);
  });
}

/** Counts sockets per network, from the opening request until the token arrives or the socket is closed. */
function createWaitingList(size: number) {
  const counts = new Map<string, number>();
  const change = (key: string, by: number): void => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  return {
    isFull(address: string): boolean {
      const { narrow, wide } = networkOf(address);
      const count = (key: string | null) => (key === null ? 0 : (counts.get(key) ?? 0));
      return count(narrow) >= size || count(wide) >= size * WIDE_FACTOR;
    },
    /** Counts a socket and returns a function that uncounts it, once. */
    add(address: string): () => void {
      const { narrow, wide } = networkOf(address);
      const keys = wide === null ? [narrow] : [narrow, wide];
      for (const key of keys) change(key, 1);
      let waiting = true;
      return () => {
        if (!waiting) return;
        waiting = false;
        for (const key of keys) change(key, -1);
      };
    },
  };
}

/** `allow` is called before a connection is established; `watch` counts open connections. */
export function createConnectionGuard({ publicUrl, hstsSubdomains, trustedProxies, factor }: ConnectionLimits) {
  const trust = proxyAddr.compile([...trustedProxies]);
  const waiting = createWaitingList(WAITING_SOCKETS * factor);
  const leave = new WeakMap<object, () => void>();
  const headers = {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...hstsHeader({ publicUrl, hstsSubdomains }),
  };
  const addressOf = (request: IncomingMessage): string => proxyAddr(request, trust);
  return {
    /** Returns a connection's address, behind trusted proxies. */
    addressOf,
    allow(request: IncomingMessage, decide: (problem: string | null, success: boolean) => void): void {
      if (!isOwnOrigin(request.headers, publicUrl)) return decide('origin not allowed', false);
      // Requests of an existing connection already carry its id.
      const isNew = !/[?&]sid=/.test(request.url ?? '');
      if (factor > 0 && isNew && waiting.isFull(addressOf(request))) return decide('too many connections', false);
      decide(null, true);
    },
    watch(http: HttpServer, io: Pick<Server, 'engine'>): void {
      io.engine.on('connection', (connection: Connection) => {
        const uncount = waiting.add(addressOf(connection.request));
        leave.set(connection, uncount);
        connection.once('close', uncount);
        limitUnread(connection);
      });
      // Before Socket.IO's own listener, whose responses would lack these headers.
      http.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        if (!request.url?.startsWith('/socket.io')) return;
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      });
    },
    /** Records that the socket on this connection has sent its token. */
    admitted(connection: object): void {
      leave.get(connection)?.();
    },
  };
}

export type ConnectionGuard = ReturnType<typeof createConnectionGuard>;
