/** Generates docs/schema.md: diagrams of the tables and their relations, from the schema that the migrations create. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run/run-tool.ts';
import { readText } from './repository-files.ts';
import { type Column, type Reference, readSchema } from './schema-database.ts';

const FILE = 'docs/schema.md';
const SOURCE = 'server/src/db/schema/schema.ts';
/** For tables without a row type. */
const OTHERS = 'others';

const INTRODUCTION = `# Tables

The tables that the migrations create, grouped like their row types in \`server/src/db/schema/tables\`. \`PK\` marks a
column of the primary key, \`FK\` a foreign key, and \`null\` a column that may be null. Tables of other groups appear
as boxes with only a name. The job queue has a schema of its own. \`npm run fix\` writes this page.
`;

/** Returns the group of each table: the name of the file that defines its row type. */
export function readGroups(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(/^ {2}(\w+): (\w+)\.\w+;$/gm)].map(([, table = '', group = '']) => [table, group]),
  );
}

function drawTable(table: string, columns: readonly Column[]): string {
  const lines = columns.map(({ name, type, nullable, key }) => {
    const shown = type.startsWith('_') ? `${type.slice(1)}[]` : type;
    return `    ${shown} ${name}${key === null ? '' : ` ${key}`}${nullable ? ' "null"' : ''}`;
  });
  return `  ${table} {\n${lines.join('\n')}\n  }`;
}

const drawReference = ({ table, column, target, unique }: Reference): string =>
  `  ${target} ||--o${unique ? '|' : '{'} ${table} : ${column}`;

function drawGroup(
  group: string,
  tables: readonly string[],
  columns: readonly Column[],
  references: readonly Reference[],
) {
  const boxes = tables.map((table) =>
    drawTable(
      table,
      columns.filter((column) => column.table === table),
    ),
  );
  const lines = references.filter(({ table }) => tables.includes(table)).map(drawReference);
  const title = group.charAt(0).toUpperCase() + group.slice(1);
  return `\n## ${title}\n\n\`\`\`mermaid\nerDiagram\n${[...boxes, ...lines].join('\n')}\n\`\`\`\n`;
}

/** Returns the page that matches the migrations. Starts a database to read their schema. */
export async function makeSchema(): Promise<string> {
  const { columns, references } = await readSchema();
  const groupOf = readGroups(readText(SOURCE));
  const tables = [...new Set(columns.map(({ table }) => table))];
  const groups = [...new Set([...groupOf.values(), OTHERS])];
  const sections = groups.flatMap((group) => {
    const members = tables.filter((table) => (groupOf.get(table) ?? OTHERS) === group);
    return members.length === 0 ? [] : [drawGroup(group, members, columns, references)];
  });
  return INTRODUCTION + sections.join('');
}

export const readSchemaPage = (): string => readText(FILE);
export const saveSchema = async (): Promise<void> => writeFileSync(path.join(ROOT, FILE), await makeSchema());
