/**
 * Events that commands emit. A listener acts either `within` the transaction (its writes are committed or rolled back
 * with their cause) or `after` the commit (to notify browsers, and never of a write that was rolled back).
 */
import type { Transaction } from 'kysely';
import type { Database } from './schema/schema.ts';

declare const payloadType: unique symbol;

export type EventType<P> = { readonly name: string; readonly [payloadType]?: P };

/** The payload of an event, from its declaration: `EventPayload<typeof postLiked>`. */
export type EventPayload<E> = E extends EventType<infer P> ? P : never;

/** Declares an event, in the `events.ts` of the feature that emits it. */
export const defineEvent = <P>(name: string): EventType<P> => ({ name });

/** An open transaction: its query builder, and functions that emit an event once or several times. */
export type Tx = {
  db: Transaction<Database>;
  emit<P>(event: EventType<P>, payload: P): Promise<void>;
  emitAll<P>(event: EventType<P>, payloads: readonly P[]): Promise<void>;
};

type Within = (tx: Tx, payloads: readonly never[]) => Promise<void>;
type After = (payload: never) => void | Promise<void>;

export class Events {
  readonly #within = new Map<string, Within[]>();
  readonly #after = new Map<string, After[]>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  within<P>(event: EventType<P>, listener: (tx: Tx, payload: P) => Promise<void>): void {
    this.withinAll(event, async (tx, payloads) => {
      for (const payload of payloads) await listener(tx, payload);
    });
  }

  /** Like `within`, but receives all occurrences of the event in one transaction together. */
  withinAll<P>(event: EventType<P>, listener: (tx: Tx, payloads: readonly P[]) => Promise<void>): void {
    this.#within.set(event.name, [...(this.#within.get(event.name) ?? []), listener]);
  }

  after<P>(event: EventType<P>, listener: (payload: P) => void | Promise<void>): void {
    this.#after.set(event.name, [...(this.#after.get(event.name) ?? []), listener]);
  }

  /** Runs the listeners within the transaction. An error thrown by a listener fails the transaction. */
  async runWithin<P>(tx: Tx, event: EventType<P>, payloads: readonly P[]): Promise<void> {
    for (const listener of this.#within.get(event.name) ?? []) await listener(tx, payloads as readonly never[]);
  }

  /** Runs the listeners after the commit. Errors are reported, not thrown: the action is done. */
  async runAfter(emitted: { event: EventType<unknown>; payload: unknown }[]): Promise<void> {
    for (const { event, payload } of emitted) {
      for (const listener of this.#after.get(event.name) ?? []) {
        try {
          await listener(payload as never);
        } catch (error) {
          this.#onError(error);
        }
      }
    }
  }
}
