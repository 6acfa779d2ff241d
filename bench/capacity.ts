/** The capacity that a community needs: the model of docs/scaling.md, calculated from the latest mixed day. */
import path from 'node:path';
import { StartError } from '../server/src/platform/start-error.ts';
import { READS_ONLY, WITH_WRITES, WRITE_PERCENT } from './mixed/calls.ts';
import { DOCS, readColumn, toTable, writeScalingSection } from './report.ts';

/** The rows that a hundred writes of a mixed day create; every other write creates a notification. */
const rowsPerHundredWrites: Record<string, number> = {
  post_likes: 60,
  comments: 15,
  follows: 15,
  posts: 10,
  notifications: 50,
  notification_actors: 50,
};

/**
 * The assumptions, with the letters of docs/scaling.md: the share of members who visit on a given day, the reads and
 * writes of each of them, the share of calls in the busiest hour, and the share of a day that a tab is open.
 */
const assumptions = { a: 0.1, r: 60, w: 6, h: 0.1, o: 0.05 };
const MIN_SERVERS = 3;
/** In order of preference: the larger the community, the less of it is in memory, as in a real one. */
const SECTIONS = ['mixed-2000000', 'mixed-200000', 'mixed-20000'] as const;
const COLUMNS = { server: 8, database: 9 } as const;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

async function findSection(): Promise<(typeof SECTIONS)[number]> {
  for (const section of SECTIONS) if ((await readColumn(section, 1, COLUMNS.server)).has(WITH_WRITES)) return section;
  throw new StartError('docs/benchmarks.md has no mixed day yet; run `npm run bench -- mixed` first.');
}

/** Returns the milliseconds per call of a mixed day: with reads only, and with writes among them. */
async function readCosts(section: string, column: number): Promise<{ readsOnly: number; withWrites: number }> {
  const costs = await readColumn(section, 1, column);
  const [readsOnly, withWrites] = [Number(costs.get(READS_ONLY)), Number(costs.get(WITH_WRITES))];
  if (!Number.isFinite(readsOnly) || !Number.isFinite(withWrites))
    throw new StartError(`docs/benchmarks.md has no "${READS_ONLY}" or "${WITH_WRITES}" in ${section}.`);
  return { readsOnly, withWrites };
}

/** Returns the database's milliseconds per read and per write; a write includes what later reads have to load again. */
async function readDatabaseCosts(section: string): Promise<{ read: number; write: number }> {
  const { readsOnly, withWrites } = await readCosts(section, COLUMNS.database);
  if (withWrites <= readsOnly)
    throw new StartError(`In ${section} of docs/benchmarks.md, writes cost the database nothing; measure again.`);
  const share = WRITE_PERCENT / 100;
  return { read: readsOnly, write: (withWrites - (1 - share) * readsOnly) / share };
}

async function readBytesPerWrite(): Promise<number> {
  const rowSizes = await readColumn('sizes', 1, 4, path.join(DOCS, 'scaling.md'));
  return sum(
    Object.entries(rowsPerHundredWrites).map(([table, percent]) => {
      const bytes = Number(rowSizes.get(`\`${table}\``));
      if (!Number.isFinite(bytes)) throw new StartError(`docs/scaling.md has no size of a row of ${table}.`);
      return (bytes * percent) / 100;
    }),
  );
}

const roundUp = (ms: number): number => Math.ceil(ms * 100) / 100;
const format = (number: number): string => Math.round(number).toLocaleString('en-US');
const formatBytes = (bytes: number): string => {
  const terabytes = bytes / 1e12;
  return terabytes < 1 ? `${format(bytes / 1e9)} GB` : `${terabytes.toFixed(terabytes < 10 ? 1 : 0)} TB`;
};

type Costs = { serverMs: number; readMs: number; writeMs: number; bytesPerYear: number };

function toRow(members: number, { serverMs, readMs, writeMs, bytesPerYear }: Costs): (string | number)[] {
  const { a, r, w, h, o } = assumptions;
  const calls = (perDay: number): number => (members * a * perDay * h) / 3_600;
  const cores = (perDay: number, ms: number): number => Math.max(1, Math.ceil((calls(perDay) * ms) / 1_000 / 0.5));
  return [
    format(members),
    format(calls(r + w)),
    Math.max(MIN_SERVERS, Math.ceil((calls(r + w) * serverMs) / 1_000 / 0.5)),
    cores(r, readMs),
    cores(w, writeMs),
    format(members * a * o),
    formatBytes(members * bytesPerYear),
  ];
}

/** Writes its section of docs/scaling.md; measures nothing itself. */
export async function writeCapacity(): Promise<void> {
  const section = await findSection();
  const { a, r, w, h, o } = assumptions;
  const database = await readDatabaseCosts(section);
  const [readMs, writeMs] = [roundUp(database.read), roundUp(database.write)];
  const serverMs = roundUp((await readCosts(section, COLUMNS.server)).withWrites);
  const bytes = await readBytesPerWrite();
  const costs = { serverMs, readMs, writeMs, bytesPerYear: bytes * a * w * 365 };
  const posts = format(Number(section.slice('mixed-'.length)));
  const headings = [
    'Members',
    'Calls/s at the peak',
    'Servers',
    'Cores for reads',
    'Cores for writes',
    'Sockets',
    'Rows per year',
  ];
  const text = `Written by \`npm run bench -- capacity\`, and by each full run of a mixed day. Assumed: \`a\`
${a}, \`r\` ${r}, \`w\` ${w}, \`h\` ${h}, \`o\` ${o}, and the calls of the mixed day.

Measured: "Server ms" and "DB ms" of the mixed day with ${posts} posts in [benchmarks](benchmarks.md). The database's
cost of a write is the difference between the days with ${WRITE_PERCENT} % writes and without writes, so it includes
what others have to load again afterwards:

- \`s\`, calls per second of one server: ${format(1_000 / serverMs)} (${serverMs} ms of its one core per call, writes
  included)
- \`c_r\`, database time per read: ${readMs} ms
- \`c_w\`, database time per write: ${writeMs} ms
- bytes of rows per write: ${format(bytes)} ([row sizes](#row-sizes); every other write creates a notification)

${toTable(
  headings,
  [1e5, 1e6, 1e7, 1e8].map((members) => toRow(members, costs)),
)}`;
  console.log(text);
  await writeScalingSection('capacity', text);
}
