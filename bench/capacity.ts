/**
 * The capacity that a community of some size needs: the model of docs/scaling.md, calculated from the last
 * measurements of a mixed day.
 */
import path from 'node:path';
import { StartError } from '../server/src/platform/start-error.ts';
import { READS_ONLY, WITH_WRITES, WRITES_OF_A_HUNDRED } from './mixed/calls.ts';
import { DOCS, readColumn, toTable } from './report.ts';
import { writeScalingSection } from './scaling-section.ts';

/** The rows of a hundred writes of a mixed day; every other one notifies somebody. */
const rowsOfWrites: Record<string, number> = {
  post_likes: 60,
  comments: 15,
  follows: 15,
  posts: 10,
  notifications: 50,
  notification_actors: 50,
};

/** The share of members who come on a day; the reads and writes of each; the busiest hour's share; open tabs. */
const life = { a: 0.1, r: 60, w: 6, h: 0.1, o: 0.05 };
const SERVERS_AT_LEAST = 3;
/** The largest community measured is preferred to smaller ones: less of it is in memory, and more has to be loaded. */
const SECTIONS = ['mixed-2000000', 'mixed-200000', 'mixed-20000'] as const;
const COLUMNS = { server: 8, database: 9 } as const;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

async function findSection(): Promise<(typeof SECTIONS)[number]> {
  for (const section of SECTIONS) if ((await readColumn(section, 1, COLUMNS.server)).has(WITH_WRITES)) return section;
  throw new StartError('docs/benchmarks.md has no mixed day yet; run `npm run bench -- mixed` first.');
}

/** Returns what a read and a write cost, in milliseconds: a write also what it makes the reads after it load again. */
async function readCosts(section: string, column: number): Promise<{ read: number; write: number }> {
  const found = await readColumn(section, 1, column);
  const [read, mixed] = [Number(found.get(READS_ONLY)), Number(found.get(WITH_WRITES))];
  if (!Number.isFinite(read) || !Number.isFinite(mixed))
    throw new StartError(`docs/benchmarks.md has no "${READS_ONLY}" or "${WITH_WRITES}" in ${section}.`);
  if (mixed <= read) throw new StartError(`In ${section} writes cost nothing: please measure once more.`);
  const share = WRITES_OF_A_HUNDRED / 100;
  return { read, write: (mixed - (1 - share) * read) / share };
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

/** Writes its part of docs/scaling.md; measures nothing itself. */
export async function writeCapacity(): Promise<void> {
  const section = await findSection();
  const { a, r, w, h, o } = life;
  const server = await readCosts(section, COLUMNS.server);
  const database = await readCosts(section, COLUMNS.database);
  const [readMs, writeMs] = [upToCents(database.read), upToCents(database.write)];
  const serverMs = upToCents((server.read * r + server.write * w) / (r + w));
  const bytes = await readBytesOfWrite();
  const costs = { serverMs, readMs, writeMs, bytesAYear: bytes * a * w * 365 };
  const posts = format(Number(section.slice('mixed-'.length)));
  const heads = [
    'Members',
    'Calls/s at the peak',
    'Servers',
    'Cores, reading',
    'Cores, writing',
    'Sockets',
    'Rows, a year',
  ];
  const text = `Written by \`npm run bench -- capacity\`, and with each full run of a mixed day. Assumed: \`a\`
${a}, \`r\` ${r}, \`w\` ${w}, \`h\` ${h}, \`o\` ${o}, and calls as on the mixed day.

Measured, from the mixed day of ${posts} posts in [benchmarks](benchmarks.md), "Server ms" and "DB ms". A write is what
the day with ${WRITES_OF_A_HUNDRED} % writes takes more than the day without, so also what others load again because
of it:

- \`s\`, calls a second of one server: ${format(1_000 / serverMs)} (${serverMs} ms of its one core a call)
- \`c_r\`, database a read: ${readMs} ms
- \`c_w\`, database a write: ${writeMs} ms
- bytes of rows a write: ${format(bytes)} ([what a row weighs](#what-a-row-weighs), every other write with a
  notification)

${toTable(
  heads,
  [1e5, 1e6, 1e7, 1e8].map((members) => toRow(members, costs)),
)}`;
  console.log(text);
  await writeScalingSection('capacity', text);
}
