/**
 * Prepared statements for hot paths: built once and sent by name, so that neither the query builder nor PostgreSQL's
 * parser processes them again. `build` receives placeholders instead of its arguments; at each call, the arguments are
 * sent as the parameters in their place.
 */
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type NamedStatement, nameStatement } from '../connection/named-statements.ts';
import type { Db } from '../connection/pool.ts';
import { anyMember, type Viewer } from './viewers.ts';

class Argument {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Build<A, R> = (args: A) => RawBuilder<R>;

/** Returns a function that sends this statement and returns its rows. It is built at the first call. */
function prepareNamed<A extends Record<string, unknown>, R>(
  statement: NamedStatement,
  build: Build<A, R>,
): (db: Db, args: A) => Promise<R[]> {
  let prepared: { text: string; parameters: readonly unknown[] } | undefined;
  const prepareWith = (db: Db) => {
    const placeholders = new Proxy({}, { get: (_target, key) => new Argument(String(key)) }) as A;
    const { sql: text, parameters } = build(placeholders).compile(db.withoutPlugins());
    nameStatement(text, statement);
    return { text, parameters };
  };
  return async (db, args) => {
    prepared ??= prepareWith(db);
    const values = prepared.parameters.map((value) => (value instanceof Argument ? args[value.name] : value));
    const { rows } = await db.executeQuery<R>(CompiledQuery.raw(prepared.text, values));
    return rows;
  };
}

/**
 * Prepares a statement with named arguments. `build` may use them only as parameters: it is called once, before any
 * values are known.
 */
export const prepare = <A extends Record<string, unknown>, R>(name: string, build: Build<A, R>) =>
  prepareNamed({ name, pipelined: false }, build);

/**
 * Prepares a statement that depends on the viewer, in three versions: for a member, for guests, and for what all
 * members share. The visibility rule differs between them.
 */
export function prepareForViewer<A extends Record<string, unknown>, R>(
  name: string,
  build: (args: A, viewer: Viewer) => RawBuilder<R>,
): (db: Db, viewer: Viewer, args: A) => Promise<R[]> {
  const forOne = prepare<A & { viewerId: string }, R>(name, (args) => build(args, args.viewerId));
  const forAll = prepare<A, R>(`${name}-shared`, (args) => build(args, anyMember));
  const forGuests = prepare<A, R>(`${name}-guest`, (args) => build(args, null));
  return (db, viewer, args) => {
    if (viewer === null) return forGuests(db, args);
    return viewer === anyMember ? forAll(db, args) : forOne(db, { ...args, viewerId: viewer });
  };
}

/**
 * Prepares a statement whose result is not needed. In a transaction it is sent together with the next statement, which
 * fails if this one fails. Code after it may therefore rely on its effect only in the database.
 */
export function preparePipelined<A extends Record<string, unknown>>(
  name: string,
  build: Build<A, unknown>,
): (db: Db, args: A) => Promise<void> {
  const send = prepareNamed({ name, pipelined: true }, build);
  return async (db, args) => void (await send(db, args));
}

/**
 * SQL: hides a value (SQL) from the planner. If it saw the value (a few elements in an array, a limit below the usual
 * estimate), a custom plan would look cheaper than the generic one, and the statement would be planned anew each time,
 * which takes longer than running it.
 */
export const anyValue = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`(SELECT ${value} OFFSET 0)`;
