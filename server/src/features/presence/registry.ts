/**
 * Who is here, kept in the database by every server for its own sockets. What is written follows what is: a member's
 * first socket puts them onto this server, the last one takes them off, and whatever failed is tried again at the next
 * beat. A server that dies no longer beats; whichever lives takes it out.
 */
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import type { Services } from '#services.ts';
import { beat, deleteNode, deletePresence, insertPresence, selectOthers, sweepNodes } from './queries.ts';

const BEAT_MS = 2_500;

type Listener = { changed(userIds: readonly string[]): void; beaten(): void };

export function createRegistry(services: Services, listener: Listener) {
  const { serialQueue, log } = services;
  const nodeId = newId();
  const sockets = new Map<string, number>();
  const written = new Set<string>();
  let isKnown = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | null = null;

  async function register(): Promise<void> {
    // Taken out by others, after a long silence: whoever is here has to be written anew.
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

  const settle = (userId: string): void => serialQueue.coalesce(`presence:${userId}`, () => write(userId));

  async function tick(): Promise<void> {
    await register();
    services.linkStatus.setOthers(await selectOthers(services.db, nodeId));
    listener.changed(await inTransaction(services, (tx) => sweepNodes(tx.db)));
    for (const userId of new Set([...sockets.keys(), ...written])) {
      if (sockets.has(userId) !== written.has(userId)) settle(userId);
    }
    listener.beaten();
  }

  /** One beat at a time: those of a database that was away do not pile up. */
  function run(): void {
    beating ??= tick()
      .catch((error: unknown) => log.error({ err: error }, 'presence could not be kept'))
      .finally(() => {
        beating = null;
      });
  }

  return {
    opened(userId: string): void {
      sockets.set(userId, (sockets.get(userId) ?? 0) + 1);
      settle(userId);
    },
    closed(userId: string): void {
      const left = (sockets.get(userId) ?? 0) - 1;
      if (left > 0) sockets.set(userId, left);
      else sockets.delete(userId);
      settle(userId);
    },
    /** Begins to beat; who was left over by a process that died is taken out at once. */
    start(): void {
      run();
      // The others' windows are told at once that something may not reach them.
      services.linkStatus.onChange(run);
      timer = setInterval(run, BEAT_MS).unref();
    },
    /** Takes this server out; if the database is gone, the others do when they miss it. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await beating;
      await serialQueue.settled();
      if (!isKnown) return;
      await inTransaction(services, (tx) => deleteNode(tx.db, nodeId)).catch((error: unknown) =>
        log.warn({ err: error }, 'this server could not be taken out of presence'),
      );
    },
  };
}
