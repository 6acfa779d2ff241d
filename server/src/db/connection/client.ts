/**
 * A connection that waits for no answer that nobody needs. `BEGIN`, and statements of which only that they are done
 * matters, go along with the next statement of their transaction: one round trip for all of them.
 */
import pg from 'pg';

type Query = (...args: unknown[]) => unknown;
/** Of a statement that is not answered nobody needs more than that it is done. */
export type NamedStatement = { name: string; isAnswered: boolean };

const statements = new Map<string, NamedStatement>();
const names = new Set<string>();

/**
 * Has a statement sent by a name, which no other may have: the database would be asked the other one. In a transaction it is
 * sent along with the next one when it is not answered.
 */
export function nameStatement(text: string, statement: NamedStatement): void {
  if (statements.has(text)) return;
  if (names.has(statement.name)) throw new Error(`Two statements are named ${statement.name}`);
  names.add(statement.name);
  statements.set(text, statement);
}

const NOTHING = { rows: [], rowCount: null, fields: [], oid: 0 };
const nothing = (command: string) => Promise.resolve({ ...NOTHING, command });

export class DatabaseClient extends pg.Client {
  /** What has not been sent yet, of the transaction that is open. */
  #along: unknown[] = [];
  #inTransaction = false;

  // The signatures of the library are many; the first argument tells what is asked.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    const [text, values] = args;
    if (text === 'begin') {
      this.#inTransaction = true;
      this.#along.push(text);
      return nothing('BEGIN');
    }
    const statement = typeof text === 'string' ? statements.get(text) : undefined;
    if (statement && !statement.isAnswered && this.#inTransaction) {
      this.#along.push({ name: statement.name, text, values });
      return nothing('SELECT');
    }
    const asked = statement ? [{ name: statement.name, text, values }, ...args.slice(2)] : args;
    if (this.#inTransaction && (text === 'commit' || text === 'rollback')) this.#inTransaction = false;
    if (this.#along.length === 0) return (super.query as Query)(...asked);
    return this.#sendAll(asked);
  }

  #sendAll(asked: unknown[]): unknown {
    const along = this.#along;
    this.#along = [];
    if (asked[0] === 'rollback') {
      if (along[0] === 'begin') return nothing('ROLLBACK');
      return (super.query as Query)(...asked);
    }
    const { stream } = (this as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection;
    const faults: Error[] = [];
    const heard = (fault: Error | null): void => void (fault && faults.push(fault));
    stream.cork();
    try {
      for (const one of along) (super.query as Query)(one, heard);
      // One that could not even be sent leaves the transaction whole: nothing may follow it.
      if (faults.length > 0) return Promise.reject(faults[0]);
      return ((super.query as Query)(...asked) as Promise<unknown>).then(
        (result) => {
          if (faults.length > 0) throw faults[0];
          return result;
        },
        (error: unknown) => {
          throw faults[0] ?? error;
        },
      );
    } finally {
      stream.uncork();
    }
  }
}
