/**
 * Prepared statements of hot paths: built once, sent by name, so that neither the builder nor PostgreSQL's parser
 * handles them again. The builder is called with placeholders for its arguments; each is sent as the parameter it
 * became.
 */
import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import { type NamedStatement, nameStatement } from '../connection/client.ts';
import type { Db } from '../connection/pool.ts';
import { anyMember, type Viewer } from './viewers.ts';

class Argument {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Build<A, R> = (args: A) => RawBuilder<R>;

/** Sends a statement of this name; returns its rows. */
function sender<A extends Record<string, unknown>, R>(
  statement: NamedStatement,
  build: Build<A, R>,
): (db: Db, args: A) => Promise<R[]> {
  let made: { text: string; parameters: readonly unknown[] } | undefined;
  const make = (db: Db) => {
    const standIns = new Proxy({}, { get: (_target, key) => new Argument(String(key)) }) as A;
    const { sql: text, parameters } = build(standIns).compile(db.withoutPlugins());
    nameStatement(text, statement);
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
 * A statement with named arguments. `build` may use them as parameters only: it is called once, before any are known.
 */
export const prepare = <A extends Record<string, unknown>, R>(name: string, build: Build<A, R>) =>
  sender({ name, isAnswered: true }, build);

/**
 * The same for a statement that depends on the viewer: one for a member, one for guests, and one for what all members
 * share. The rule of visibility differs, so that these are different statements.
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
 * The same for a statement without a needed result. In a transaction it is sent together with the next statement, which
 * fails if it fails; so code after it may rely on its effect only in the database.
 */
export function prepareUnanswered<A extends Record<string, unknown>>(
  name: string,
  build: Build<A, unknown>,
): (db: Db, args: A) => Promise<void> {
  const send = sender({ name, isAnswered: false }, build);
  return async (db, args) => void (await send(db, args));
}

/**
 * SQL: hides a value (SQL) from the planner. With the value visible (a few rows of an array, a limit below its usual
 * estimate) a custom plan looks cheaper than the generic one, and the statement is planned anew each time, for longer
 * than it runs.
 */
export const anyValue = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`(SELECT ${value} OFFSET 0)`;
