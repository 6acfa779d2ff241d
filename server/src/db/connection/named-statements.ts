/** The statements that are sent by name, which the database then parses once per connection. */

/** If it is `pipelined`, nobody needs its result: in a transaction it is sent together with the next statement. */
export type NamedStatement = { name: string; pipelined: boolean };

const statements = new Map<string, NamedStatement>();
const names = new Set<string>();

/**
 * Registers the name under which a statement's text is sent. Throws if another text has the name, because the database
 * would run that one.
 */
export function nameStatement(text: string, statement: NamedStatement): void {
  if (statements.has(text)) return;
  if (names.has(statement.name)) throw new Error(`Two statements are named ${statement.name}`);
  names.add(statement.name);
  statements.set(text, statement);
}

export const findNamed = (text: unknown): NamedStatement | undefined =>
  typeof text === 'string' ? statements.get(text) : undefined;
