import type { Kysely } from 'kysely';
import { errorCode } from '../error-code.ts';
import type { Events, EventType, Tx } from '../events.ts';
import type { Database } from '../schema/schema.ts';

const RETRIED = new Set(['40001', '40P01']);
const TRIES = 4;

const isRetried = (error: unknown): boolean => RETRIED.has(errorCode(error) ?? '');

/**
 * Runs `work` in one transaction. Its events reach listeners within the transaction at once, and the others after the
 * commit. Deadlocks and serialization failures are retried, up to four attempts in total, so `work` must have no
 * effects elsewhere. Each attempt calls `readyToCommit` when only the commit remains, and what is sent together with
 * it.
 */
export async function inTransaction<T>(
  services: { db: Kysely<Database>; events: Events },
  work: (tx: Tx) => Promise<T>,
  readyToCommit?: () => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const emitted: { event: EventType<unknown>; payload: unknown }[] = [];
    try {
      const result = await services.db.transaction().execute(async (db) => {
        const tx: Tx = {
          db,
          emit: (event, payload) => tx.emitAll(event, [payload]),
          async emitAll(event, payloads) {
            if (payloads.length === 0) return;
            for (const payload of payloads) emitted.push({ event, payload });
            await services.events.runWithin(tx, event, payloads);
          },
        };
        const done = await work(tx);
        readyToCommit?.();
        return done;
      });
      await services.events.runAfter(emitted);
      return result;
    } catch (error) {
      if (attempt >= TRIES || !isRetried(error)) throw error;
    }
  }
}
