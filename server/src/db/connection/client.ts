/**
 * A connection that does not wait for results that nobody needs. `BEGIN`, and statements whose result is not needed,
 * are sent together with the next statement in their transaction, in one round trip.
 */
import pg from 'pg';

type Query = (...args: unknown[]) => unknown;
/** If it is `pipelined`, the caller does not need the statement's result. */
export type NamedStatement = { name: string; pipelined: boolean };

const statements = new Map<string, NamedStatement>();
const names = new Set<string>();

/**
 * Registers a statement to be sent under a unique name: if two shared a name, the database would run the wrong one. In
 * a transaction, a pipelined statement is sent together with the next one.
 */
export function nameStatement(text: string, statement: NamedStatement): void {
  if (statements.has(text)) return;
  if (names.has(statement.name)) throw new Error(`Two statements are named ${statement.name}`);
  names.add(statement.name);
  statements.set(text, statement);
}

export const isNamed = (text: string): boolean => statements.has(text);

const NOTHING = { rows: [], rowCount: null, fields: [], oid: 0 };
const nothing = (command: string) => Promise.resolve({ ...NOTHING, command });

export class DatabaseClient extends pg.Client {
  /** The statements of the open transaction that have not been sent yet. */
  #unsent: unknown[] = [];
  #inTransaction = false;

  // The library's method has many signatures; the first argument distinguishes them.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    const [text, values] = args;
    if (text === 'begin') {
      this.#inTransaction = true;
      this.#unsent.push(text);
      return nothing('BEGIN');
    }
    const statement = typeof text === 'string' ? statements.get(text) : undefined;
    if (statement?.pipelined && this.#inTransaction) {
      this.#unsent.push({ name: statement.name, text, values });
      return nothing('SELECT');
    }
    const query = statement ? [{ name: statement.name, text, values }, ...args.slice(2)] : args;
    if (this.#inTransaction && (text === 'commit' || text === 'rollback')) this.#inTransaction = false;
    if (this.#unsent.length === 0) return (super.query as Query)(...query);
    return this.#sendAll(query);
  }

  #sendAll(query: unknown[]): unknown {
    const unsent = this.#unsent;
    this.#unsent = [];
    if (query[0] === 'rollback') {
      if (unsent[0] === 'begin') return nothing('ROLLBACK');
      return (super.query as Query)(...query);
    }
    const { stream } = (this as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection;
    const faults: Error[] = [];
    const onDone = (fault: Error | null): void => void (fault && faults.push(fault));
    stream.cork();
    try {
      for (const statement of unsent) (super.query as Query)(statement, onDone);
      // A statement that could not be sent leaves the transaction open: nothing may follow it.
      if (faults.length > 0) return Promise.reject(faults[0]);
      return ((super.query as Query)(...query) as Promise<unknown>).then(
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
