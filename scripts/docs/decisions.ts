/** Generates docs/decisions/README.md: a line for each decision record, with its title and status. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run/run-tool.ts';
import { listFiles, readText } from './repository-files.ts';

const INDEX = 'docs/decisions/README.md';
const RECORD = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/;
const MAX_LINES = 40;
const HEAD =
  /^# (\d{4}) (.+)\n\nStatus: (accepted|superseded (?:in part )?by \d{4}(?: and \d{4})*), \d{4}-\d\d-\d\d\n\n\S/;
const SECTIONS = new Set(['Why', 'Consequences', 'Rejected alternatives']);

const INTRODUCTION = `# Decisions

What was decided, why, and which alternatives were rejected. A record starts with its decision and has at most
${MAX_LINES} lines. When a later record replaces it, only its status changes, and names that record. Measurements are in
[measurements](../measurements/README.md). Missing numbers were never used. To add a record, add a file in the same
format; \`npm run fix\` writes this index.

`;

export const listRecords = (): string[] => listFiles().filter((file) => RECORD.test(file));

/** Returns the problems of a record, or an empty list. */
export function inspectRecord(file: string, text: string): string[] {
  const head = HEAD.exec(text);
  const number = RECORD.exec(file)?.[1];
  const lines = text.trimEnd().split('\n').length;
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  return [
    ...(head ? [] : ['must begin with its title, "Status: accepted, YYYY-MM-DD", and the decision']),
    ...(head && head[1] !== number ? [`has the number ${head[1]} in its title`] : []),
    ...(lines > MAX_LINES ? [`has ${lines} lines, more than ${MAX_LINES}`] : []),
    ...(number === '0043' || headings.every((heading) => SECTIONS.has(heading))
      ? []
      : [`has headings other than ${[...SECTIONS].join(', ')}`]),
  ];
}

/** Returns the index that matches the records. */
export function makeIndex(): string {
  const lines = listRecords().map((file) => {
    const [, number, title, status] = HEAD.exec(readText(file)) ?? [];
    const remark = status === 'accepted' ? '' : ` (${status?.replace('superseded in part by', 'in part by')})`;
    return `- [${number} ${title}](${path.posix.basename(file)})${remark}\n`;
  });
  return INTRODUCTION + lines.join('');
}

export const readIndex = (): string => readText(INDEX);
export const saveIndex = (): void => writeFileSync(path.join(ROOT, INDEX), makeIndex());
