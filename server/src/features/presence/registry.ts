/**
 * The registry of online members in the database, where every server writes the members of its own sockets. The rows
 * follow the sockets: a member's first socket adds them to this server, the last one removes them, and a failed write
 * is retried with the next heartbeat. A server that dies sends no more heartbeats, and a living one removes it.
 */
import type { Db } from '#db/connection/pool.ts';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { LiveSocket } from '#realtime/live-socket.ts';
import type { Services } from '#services.ts';
import {
  beat,
  deleteNode,
  deletePresence,
  insertPresence,
  selectOthers,
  sweepNodes,
  updateVisible,
} from './queries.ts';

const BEAT_MS = 2_500;

/** How a member is on this server: with a window in sight, or with hidden ones only. */
type Here = 'visible' | 'hidden';
type SocketId = Pick<LiveSocket, 'userId' | 'id'>;
type Row = { nodeId: string; userId: string };

type Listener = { changed(userIds: readonly string[]): void; beaten(): void };

/** The sockets of one server, each with whether its window is in sight. */
function createSeen() {
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
    hereOf(userId: string): Here | undefined {
      const own = sockets.get(userId);
      return own && ([...own.values()].includes(true) ? 'visible' : 'hidden');
    },
  };
}

/** Stores how a member is on a server, who was there in the way of `before`. */
function store(db: Db, { nodeId, userId }: Row, here: Here | undefined, before: Here | undefined): Promise<void> {
  if (!here) return deletePresence(db, nodeId, userId);
  return (before ? updateVisible : insertPresence)(db, nodeId, userId, here === 'visible');
}

/** The rows of one server, which follow its sockets. */
function createRows(services: Services, listener: Listener) {
  const { serialQueue } = services;
  const nodeId = newId();
  const seen = createSeen();
  const written = new Map<string, Here>();
  let isKnown = false;

  async function register(): Promise<void> {
    // Removed by others, after a long silence: all present members have to be written anew.
    if (await beat(services.db, nodeId, services.linkStatus.linked)) written.clear();
    isKnown = true;
  }

  async function write(userId: string): Promise<void> {
    const [here, before] = [seen.hereOf(userId), written.get(userId)];
    if (here === before) return;
    if (!isKnown) await register();
    await inTransaction(services, ({ db }) => store(db, { nodeId, userId }, here, before));
    if (here) written.set(userId, here);
    else written.delete(userId);
    // Others see whether a member is here, not whether they look.
    if (!here || !before) listener.changed([userId]);
  }

  const update = (userId: string): void => serialQueue.coalesce(`presence:${userId}`, () => write(userId));

  return {
    get isKnown() {
      return isKnown;
    },
    set(socket: SocketId, visible: boolean): void {
      seen.set(socket, visible);
      update(socket.userId);
    },
    delete(socket: SocketId): void {
      seen.delete(socket);
      update(socket.userId);
    },
    async tick(): Promise<void> {
      await register();
      services.linkStatus.setOthers(await selectOthers(services.db, nodeId));
      listener.changed(await inTransaction(services, (tx) => sweepNodes(tx.db)));
      for (const userId of new Set([...seen.members(), ...written.keys()])) {
        if (seen.hereOf(userId) !== written.get(userId)) update(userId);
      }
      listener.beaten();
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

  /** One heartbeat at a time, so that those during a database outage do not pile up. */
  function run(): void {
    // The link to the other servers ends after presence does: that must not enter this server again.
    if (stopped) return;
    beating ??= rows
      .tick()
      .catch((error: unknown) => log.error({ err: error }, 'presence could not be kept'))
      .finally(() => {
        beating = null;
      });
  }

  return {
    /** Out of sight until its browser says otherwise. */
    opened: (socket: LiveSocket): void => rows.set(socket, false),
    /** Takes in whether the window of a socket is in sight; one that is closed by then stays closed. */
    saw: (socket: LiveSocket, visible: boolean): void => {
      if (socket.connected) rows.set(socket, visible);
    },
    closed: (socket: LiveSocket): void => rows.delete(socket),
    /** Starts the heartbeat, which at once removes rows of a process that died. */
    start(): void {
      run();
      // The tabs of other servers learn at once that events may not reach them.
      services.linkStatus.onChange(run);
      timer = setInterval(run, BEAT_MS).unref();
    },
    /** Removes this server; if the database is away, the others do it when its heartbeat is missing. */
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
