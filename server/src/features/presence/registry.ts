/**
 * The registry of online members in the database, where every server writes the members of its own sockets. The rows
 * follow the sockets: a member's first socket adds them to this server, the last one removes them, and a failed write
 * is retried with the next heartbeat. A server that dies sends no more heartbeats, and a living one removes it.
 */
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { beat, deleteNode, deletePresence, insertPresence, selectOthers, sweepNodes } from './queries.ts';

const BEAT_MS = 2_500;

type Listener = { changed(userIds: readonly string[]): void; beaten(): void };

/** The rows of one server, which follow its sockets. */
function createRows(services: Services, listener: Listener) {
  const { serialQueue } = services;
  const nodeId = newId();
  const sockets = new Map<string, number>();
  const written = new Set<string>();
  let isKnown = false;

  async function register(): Promise<void> {
    // Removed by others, after a long silence: all present members have to be written anew.
    if (await beat(services.db, nodeId, services.linkStatus.linked)) written.clear();
    isKnown = true;
  }

  async function write(userId: string): Promise<void> {
    const isHere = sockets.has(userId);
    if (isHere === written.has(userId)) return;
    if (!isKnown) await register();
    await inTransaction(services, (tx) => (isHere ? insertPresence : deletePresence)(tx.db, nodeId, userId));
    if (isHere) written.add(userId);
    else written.delete(userId);
    listener.changed([userId]);
  }

  const update = (userId: string): void => serialQueue.coalesce(`presence:${userId}`, () => write(userId));

  return {
    get isKnown() {
      return isKnown;
    },
    count(userId: string, change: 1 | -1): void {
      const left = (sockets.get(userId) ?? 0) + change;
      if (left > 0) sockets.set(userId, left);
      else sockets.delete(userId);
      update(userId);
    },
    async tick(): Promise<void> {
      await register();
      services.linkStatus.setOthers(await selectOthers(services.db, nodeId));
      listener.changed(await inTransaction(services, (tx) => sweepNodes(tx.db)));
      for (const userId of new Set([...sockets.keys(), ...written])) {
        if (sockets.has(userId) !== written.has(userId)) update(userId);
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
    opened: (userId: string): void => rows.count(userId, 1),
    closed: (userId: string): void => rows.count(userId, -1),
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
