import type { Sizes } from '../community/rows.ts';
import { describeMachine, toTable } from '../report.ts';
import type { Measured, RunSettings } from './run.ts';

export type RunFacts = {
  sizes: Sizes;
  settings: RunSettings;
  bytes: number;
  version: string;
  generatedSeconds: number;
};

const HEADINGS = [
  'Operation',
  'Concurrent',
  'Calls/s',
  '× thin',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'Statements',
  'Server ms',
  'DB ms',
  'Server MB',
];

export const fixed = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));

/** Returns the rate of the thin server with as many connections; null if it was not measured. */
const thinRate = (rows: readonly Measured[], connections: number): number | null =>
  rows.find((row) => row.name.startsWith('Thin') && row.connections === connections)?.perSecond ?? null;

function toCells(row: Measured, rows: readonly Measured[]): (string | number)[] {
  const thin = thinRate(rows, row.connections);
  return [
    row.name,
    row.connections,
    Math.round(row.perSecond),
    fixed(thin === null ? null : row.perSecond / thin, 2),
    fixed(row.p50, 1),
    fixed(row.p95, 1),
    fixed(row.p99, 1),
    fixed(row.statements, 2),
    fixed(row.serverMs, 3),
    fixed(row.databaseMs, 3),
    row.memoryMb,
  ];
}

/** Returns the section of a run: the conditions of the measurement, and the table. */
export function describeRun(rows: readonly Measured[], facts: RunFacts): string {
  const { sizes, settings, bytes, version, generatedSeconds } = facts;
  const number = (value: number) => value.toLocaleString('en-US');
  return `## ${number(sizes.posts)} posts, operation by operation

${number(sizes.members)} members, ${number(sizes.posts)} posts with ${sizes.likesPerPost} likes and
${sizes.commentsPerPost} comments on average, ${number(sizes.members * sizes.followsPerMember)} follows; a
database of ${number(Math.round(bytes / 2 ** 20))} MB, generated in ${Math.round(generatedSeconds)} s. 400 members, each
of whom follows 300 others, take turns. Server, database and load generator share the machine. Each row is the median
of ${settings.runs} runs of ${settings.seconds} s after a warm-up. Statements and processor time (of the server
process, and of all database processes) are per call.

${describeMachine()}, PostgreSQL ${version}. Command: \`npm run bench -- ops --posts=${sizes.posts}\`.

${toTable(
  HEADINGS,
  rows.map((row) => toCells(row, rows)),
)}`;
}
