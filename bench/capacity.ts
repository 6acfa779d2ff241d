/**
 * The capacity that a community of some size needs: the model of docs/scaling.md, calculated from the last
 * measurements. A day's calls are a mix of the operations of the benchmarks, each with the processor time measured
 * there.
 */
import path from 'node:path';
import { StartError } from '../server/src/platform/start-error.ts';
import { DOCS, readColumn, toTable } from './report.ts';
import { writeScalingSection } from './scaling-section.ts';

/**
 * The calls of a member on a day of use, in percent of the reads. In a benchmark pages of few viewers are soon
 * requested again; in real use they are not. So of networks and members' posts four in five count as pages that are not
 * cached.
 */
const reads: Record<string, number> = {
  Popular: 10,
  Latest: 10,
  'Top Rated': 3,
  'My network, 300 followed': 5,
  'Latest, where nobody has been': 20,
  "A post's comments": 15,
  'Likes of a viral post': 2,
  Notifications: 15,
  'Conversation list': 8,
  'Conversation page': 8,
  'People search': 2,
  'Post search': 2,
};

/** The same for writes, in percent. */
const writes: Record<string, number> = { Like: 50, 'Message, sent to received': 20, Comment: 15, Follow: 10, Post: 5 };
/** The rows that each of these adds, in the same shares; every other write notifies somebody. */
const rowsOfWrites: Record<string, number> = {
  post_likes: 50,
  messages: 20,
  comments: 15,
  follows: 10,
  posts: 5,
  notifications: 50,
  notification_actors: 50,
};

/** The share of members who come on a day; the reads and writes of each; the busiest hour's share; open tabs. */
const life = { a: 0.1, r: 60, w: 6, h: 0.1, o: 0.05 };
const SERVERS_AT_LEAST = 3;
export const AT_ONCE = 16;
/** The largest community measured is preferred to smaller ones: less of it is in memory, and more has to be loaded. */
const SECTIONS = ['ops-2000000', 'ops-200000', 'ops-20000'] as const;
const COLUMNS = { server: 8, database: 9 } as const;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the mean of a column over a mix. Throws when an operation was not measured. */
async function readMean(section: string, mix: Record<string, number>, column: number): Promise<number> {
  const found = await readColumn(section, 2, column);
  const parts = Object.entries(mix).map(([name, percent]) => {
    const value = Number(found.get(`${name},${AT_ONCE}`));
    if (!Number.isFinite(value)) throw new StartError(`docs/benchmarks.md has no "${name}" in ${section}.`);
    return (value * percent) / 100;
  });
  return sum(parts);
}

async function findSection(): Promise<(typeof SECTIONS)[number]> {
  for (const section of SECTIONS) if ((await readColumn(section, 2, COLUMNS.server)).size > 0) return section;
  throw new StartError('docs/benchmarks.md holds no operations yet; run `npm run bench` first.');
}

async function readBytesOfWrite(): Promise<number> {
  const weights = await readColumn('sizes', 1, 4, path.join(DOCS, 'scaling.md'));
  return sum(
    Object.entries(rowsOfWrites).map(([table, percent]) => {
      const bytes = Number(weights.get(`\`${table}\``));
      if (!Number.isFinite(bytes)) throw new StartError(`docs/scaling.md does not say what a row of ${table} weighs.`);
      return (bytes * percent) / 100;
    }),
  );
}

const upToCents = (ms: number): number => Math.ceil(ms * 100) / 100;
const format = (number: number): string => Math.round(number).toLocaleString('en-US');
const formatBytes = (bytes: number): string => {
  const terabytes = bytes / 1e12;
  return terabytes < 1 ? `${format(bytes / 1e9)} GB` : `${terabytes.toFixed(terabytes < 10 ? 1 : 0)} TB`;
};

type Costs = { serverMs: number; readMs: number; writeMs: number; bytesAYear: number };

function toRow(members: number, { serverMs, readMs, writeMs, bytesAYear }: Costs): (string | number)[] {
  const { a, r, w, h, o } = life;
  const calls = (kind: number): number => (members * a * kind * h) / 3_600;
  const cores = (kind: number, ms: number): number => Math.max(1, Math.ceil((calls(kind) * ms) / 1_000 / 0.5));
  return [
    format(members),
    format(calls(r + w)),
    Math.max(SERVERS_AT_LEAST, Math.ceil((calls(r + w) * serverMs) / 1_000 / 0.5)),
    cores(r, readMs),
    cores(w, writeMs),
    format(members * a * o),
    formatBytes(members * bytesAYear),
  ];
}

const listed = (mix: Record<string, number>): string =>
  Object.entries(mix)
    .map(([name, percent]) => `${name} ${percent}`)
    .join(' · ');

/** Writes its part of docs/scaling.md; measures nothing itself. */
export async function writeCapacity(): Promise<void> {
  const section = await findSection();
  const { a, r, w, h, o } = life;
  const [serverReads, serverWrites, readMs, writeMs] = await Promise.all([
    readMean(section, reads, COLUMNS.server),
    readMean(section, writes, COLUMNS.server),
    readMean(section, reads, COLUMNS.database).then(upToCents),
    readMean(section, writes, COLUMNS.database).then(upToCents),
  ]);
  const serverMs = upToCents((serverReads * r + serverWrites * w) / (r + w));
  const bytes = await readBytesOfWrite();
  const costs = { serverMs, readMs, writeMs, bytesAYear: bytes * a * w * 365 };
  const posts = format(Number(section.slice('ops-'.length)));
  const heads = [
    'Members',
    'Calls/s at the peak',
    'Servers',
    'Cores, reading',
    'Cores, writing',
    'Sockets',
    'Rows, a year',
  ];
  const text = `Written by \`npm run bench -- capacity\`, and with each full run of the operations. Assumed: \`a\`
${a}, \`r\` ${r}, \`w\` ${w}, \`h\` ${h}, \`o\` ${o}, and what members do, in percent.
Reads: ${listed(reads)}. Writes: ${listed(writes)}.

Measured, from the table of ${posts} posts in [benchmarks](benchmarks.md), ${AT_ONCE} at once, "Server ms" and "DB
ms" in this mix, rounded up:

- \`s\`, calls a second of one server: ${format(1_000 / serverMs)} (${serverMs} ms of its one core a call)
- \`c_r\`, database a read: ${readMs} ms (mean of the reads)
- \`c_w\`, database a write: ${writeMs} ms (mean of the writes)
- bytes of rows a write: ${format(bytes)} ([what a row weighs](#what-a-row-weighs), every other write with a
  notification)

${toTable(
  heads,
  [1e5, 1e6, 1e7, 1e8].map((members) => toRow(members, costs)),
)}`;
  console.log(text);
  await writeScalingSection('capacity', text);
}
