/**
 * The registry of online members in the database. Every server writes the members of its own sockets: a member's first
 * socket adds them to this server, the last one removes them, and a failed write is retried with the next heartbeat. A
 * server that dies sends no more heartbeats, and a live one removes it.
 */
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { LiveSocket } from '#realtime/live-socket.ts';
import type { Services } from '#services.ts';
import {
  beat,
  deleteDeadNodes,
  deleteNode,
  deletePresence,
  insertPresence,
  selectOthers,
  updateVisible,
} from './queries.ts';

const BEAT_MS = 2_500;

/** A member's tabs on this server: at least one is visible, or all are hidden. */
type OwnTabs = 'visible' | 'hidden';
type SocketId = Pick<LiveSocket, 'userId' | 'id'>;
type Row = { nodeId: string; userId: string };

type Listener = { onChanged(userIds: readonly string[]): void; onHeartbeat(): void };

/** The sockets of one server, each with whether its tab is visible. */
function createVisibility() {
  const sockets = new Map<string, Map<string, boolean>>();
  return {
    members: () => sockets.keys(),
    set({ userId, id }: SocketId, visible: boolean): void {
      const own = sockets.get(userId) ?? new Map<string, boolean>();
      sockets.set(userId, own.set(id, visible));
    },
    delete({ userId, id }: SocketId): void {
      const own = sockets.get(userId);
      own?.delete(id);
      if (own?.size === 0) sockets.delete(userId);
    },
    tabsOf(userId: string): OwnTabs | undefined {
      const own = sockets.get(userId);
      return own && ([...own.values()].includes(true) ? 'visible' : 'hidden');
    },
  };
}

/** Stores the new state of a member on a server; `before` is the stored one. */
function store(db: Db, { nodeId, userId }: Row, now: OwnTabs | undefined, before: OwnTabs | undefined): Promise<void> {
  if (!now) return deletePresence(db, nodeId, userId);
  return (before ? updateVisible : insertPresence)(db, nodeId, userId, now === 'visible');
}

/** Keeps the rows of one server in step with its sockets. */
function createRows(services: Services, listener: Listener) {
  const { serialQueue } = services;
  const nodeId = newId();
  const visibility = createVisibility();
  const written = new Map<string, OwnTabs>();
  let isKnown = false;

  async function register(): Promise<void> {
    // Others removed this server after a long silence, so all present members have to be written again.
    if (await beat(services.db, nodeId, services.linkStatus.linked)) written.clear();
    isKnown = true;
  }

  async function write(userId: string): Promise<void> {
    const [now, before] = [visibility.tabsOf(userId), written.get(userId)];
    if (now === before) return;
    if (!isKnown) await register();
    await inTransaction(services, ({ db }) => store(db, { nodeId, userId }, now, before));
    if (now) written.set(userId, now);
    else written.delete(userId);
    // Others see whether a member is online, not whether a tab is visible.
    if (!now || !before) listener.onChanged([userId]);
  }

  const update = (userId: string): void => serialQueue.coalesce(`presence:${userId}`, () => write(userId));

  return {
    get isKnown() {
      return isKnown;
    },
    set(socket: SocketId, visible: boolean): void {
      visibility.set(socket, visible);
      update(socket.userId);
    },
    delete(socket: SocketId): void {
      visibility.delete(socket);
      update(socket.userId);
    },
    async tick(): Promise<void> {
      await register();
      services.linkStatus.setOthers(await selectOthers(services.db, nodeId));
      listener.onChanged(await inTransaction(services, (tx) => deleteDeadNodes(tx.db)));
      for (const userId of new Set([...visibility.members(), ...written.keys()])) {
        if (visibility.tabsOf(userId) !== written.get(userId)) update(userId);
      }
      listener.onHeartbeat();
    },
    remove: () => inTransaction(services, (tx) => deleteNode(tx.db, nodeId)),
  };
}

export function createRegistry(services: Services, listener: Listener) {
  const { serialQueue, log } = services;
  const rows = createRows(services, listener);
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | null = null;
  let stopped = false;

  /** Runs one heartbeat at a time, so that heartbeats do not pile up during a database outage. */
  function run(): void {
    // The link to the other servers ends after presence does, and must not register this server again.
    if (stopped) return;
    beating ??= rows
      .tick()
      .catch((error: unknown) => log.error({ err: error }, 'presence could not be kept'))
      .finally(() => {
        beating = null;
      });
  }

  return {
    /** Adds a new socket. Its tab counts as hidden until its browser reports otherwise. */
    opened: (socket: LiveSocket): void => rows.set(socket, false),
    /** Stores whether the tab of a socket is visible. Ignores a socket that has been closed in the meantime. */
    setVisible: (socket: LiveSocket, visible: boolean): void => {
      if (socket.connected) rows.set(socket, visible);
    },
    closed: (socket: LiveSocket): void => rows.delete(socket),
    /** Starts the heartbeat, the first of which removes the rows of dead servers at once. */
    start(): void {
      run();
      // A heartbeat now tells the tabs of other servers at once that events may not reach them.
      services.linkStatus.onChange(run);
      timer = setInterval(run, BEAT_MS).unref();
    },
    /** Removes this server. If the database is away, the other servers do it when the heartbeat is missing. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await beating;
      await serialQueue.settled();
      if (!rows.isKnown) return;
      await rows
        .remove()
        .catch((error: unknown) => log.warn({ err: error }, 'this server could not be removed from presence'));
    },
  };
}
