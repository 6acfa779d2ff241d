/**
 * Statements that run on every page: built once, sent by name, so that neither the builder nor PostgreSQL's parser
 * sees them again. The builder is called with stand-ins for its arguments; each is sent as the parameter it became.
 */
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { Db } from './pool.ts';

class Argument {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const names = new Map<string, string>();

/** Sends statements that `prepare` made by their names; everything else as it comes. */
export class PreparingClient extends pg.Client {
  // The signatures of the library are many; the first argument tells what is asked.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(...args: any[]): any {
    const [text, values] = args;
    const name = typeof text === 'string' ? names.get(text) : undefined;
    if (name === undefined) return (super.query as (...passed: unknown[]) => unknown)(...args);
    return (super.query as (...passed: unknown[]) => unknown)({ name, text, values }, ...args.slice(2));
  }
}

/** A statement with named arguments. `build` may use them as parameters only: it is called once, before any are known. */
export function prepare<A extends Record<string, unknown>, R>(
  name: string,
  build: (args: A) => RawBuilder<R>,
): (db: Db, args: A) => Promise<R[]> {
  let made: { text: string; parameters: readonly unknown[] } | undefined;
  const make = (db: Db) => {
    const standIns = new Proxy({}, { get: (_target, key) => new Argument(String(key)) }) as A;
    const { sql: text, parameters } = build(standIns).compile(db.withoutPlugins());
    names.set(text, name);
    return { text, parameters };
  };
  return async (db, args) => {
    made ??= make(db);
    const values = made.parameters.map((value) => (value instanceof Argument ? args[value.name] : value));
    const { rows } = await db.executeQuery<R>(CompiledQuery.raw(made.text, values));
    return rows;
  };
}

/**
 * SQL: a value (SQL) that the planner does not see. With it in view – a few rows of an array, a limit below what it
 * takes for usual – a plan of its own looks cheaper than the one for any, and the statement is planned anew each time, for
 * longer than it runs.
 */
export const anyValue = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`(SELECT ${value} OFFSET 0)`;
