import type { Sizes } from '../community/rows.ts';
import { describeMachine, toTable } from '../report.ts';
import type { Measured, Pace } from './run.ts';

export type RunFacts = { sizes: Sizes; pace: Pace; bytes: number; version: string; generatedSeconds: number };

const HEADS = [
  'Operation',
  'At once',
  'A second',
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

/** The rate of the thin server with as many connections; null where it was not measured. */
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

/** The section of a run: what was measured under which conditions, and the table. */
export function describeRun(rows: readonly Measured[], facts: RunFacts): string {
  const { sizes, pace, bytes, version, generatedSeconds } = facts;
  const number = (value: number) => value.toLocaleString('en-US');
  return `## ${number(sizes.posts)} posts, members who come back at once

${number(sizes.members)} members, ${number(sizes.posts)} posts with ${sizes.likesPerPost} likes and
${sizes.commentsPerPost} comments on average, ${number(sizes.members * sizes.followsPerMember)} follows; a
database of ${number(Math.round(bytes / 2 ** 20))} MB, made in ${Math.round(generatedSeconds)} s. 400 different
members ask in turn; 300 members are followed by each of them.
Server, database and load share the machine. Each line is the median of ${pace.runs} runs of ${pace.seconds} s
after a warm-up. Statements
and processor time (of the server's process, and of all of the database's) are for one request.

${describeMachine()}, PostgreSQL ${version}. Command: \`npm run bench -- ops --posts=${sizes.posts}\`.

${toTable(
  HEADS,
  rows.map((row) => toCells(row, rows)),
)}`;
}
