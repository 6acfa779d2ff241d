/**
 * A connection that saves round trips in transactions: `BEGIN`, and statements whose result nobody needs, are held back
 * and sent together with the next statement. To their caller they seem to succeed at once. If one of them fails, the
 * statement that is sent with it fails with the same error.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { findNamed } from './named-statements.ts';

type Send = (...args: unknown[]) => unknown;

/** What the caller of a statement that is held back gets. */
const emptyResult = () => Promise.resolve({ command: 'SELECT', rows: [], rowCount: null, fields: [], oid: 0 });

export class DatabaseClient extends pg.Client {
  #inTransaction = false;
  /** The statements of the open transaction that are sent with the next one. */
  #held: unknown[] = [];

  // The library's method has many signatures; the first argument distinguishes them.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const named = findNamed(text);
    const statement = named ? [{ name: named.name, text, values }, ...rest] : args;
    if (text === 'begin') this.#inTransaction = true;
    if (text === 'commit' || text === 'rollback') this.#inTransaction = false;

    if (text === 'begin' || (named?.pipelined && this.#inTransaction)) {
      this.#held.push(statement[0]);
      return emptyResult();
    }
    if (this.#held.length === 0) return this.#send(...statement);
    return text === 'rollback' ? this.#rollBack() : this.#sendWithHeld(statement);
  }

  #send(...statement: unknown[]): unknown {
    return (super.query as Send)(...statement);
  }

  #takeHeld(): unknown[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }

  /** Drops what is held. If that includes `BEGIN`, the database does not know of the transaction. */
  #rollBack(): unknown {
    const [first] = this.#takeHeld();
    return first === 'begin' ? emptyResult() : this.#send('rollback');
  }

  /** Sends the held statements and this one in one packet, and waits for all of them. */
  #sendWithHeld(statement: unknown[]): unknown {
    const errors: Error[] = [];
    const onDone = (error: Error | null): void => void (error && errors.push(error));
    const throwFirst = (): void => {
      if (errors[0]) throw errors[0];
    };
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    try {
      for (const held of this.#takeHeld()) this.#send(held, onDone);
      // One that could not be sent leaves the transaction open: nothing may follow it.
      if (errors[0]) return Promise.reject(errors[0]);
      return (this.#send(...statement) as Promise<unknown>).finally(throwFirst);
    } finally {
      stream.uncork();
    }
  }
}
