/**
 * A connection that does not wait for results that are not needed. `BEGIN`, and statements without a needed result, are
 * sent together with the next statement of their transaction: one round trip for all of them.
 */
import pg from 'pg';

type Query = (...args: unknown[]) => unknown;
/** Of an unanswered statement, only its completion matters. */
export type NamedStatement = { name: string; isAnswered: boolean };

const statements = new Map<string, NamedStatement>();
const names = new Set<string>();

/**
 * Marks a statement to be sent by a unique name: with a name used twice, the database would run the other statement. An
 * unanswered one is sent, in a transaction, together with the next statement.
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
  /** The unsent statements of the open transaction. */
  #along: unknown[] = [];
  #inTransaction = false;

  // The library has many signatures; the first argument tells them apart.
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
    const query = statement ? [{ name: statement.name, text, values }, ...args.slice(2)] : args;
    if (this.#inTransaction && (text === 'commit' || text === 'rollback')) this.#inTransaction = false;
    if (this.#along.length === 0) return (super.query as Query)(...query);
    return this.#sendAll(query);
  }

  #sendAll(query: unknown[]): unknown {
    const along = this.#along;
    this.#along = [];
    if (query[0] === 'rollback') {
      if (along[0] === 'begin') return nothing('ROLLBACK');
      return (super.query as Query)(...query);
    }
    const { stream } = (this as unknown as { connection: { stream: { cork(): void; uncork(): void } } }).connection;
    const faults: Error[] = [];
    const onDone = (fault: Error | null): void => void (fault && faults.push(fault));
    stream.cork();
    try {
      for (const one of along) (super.query as Query)(one, onDone);
      // A statement that could not even be sent leaves the transaction open: nothing may follow it.
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
