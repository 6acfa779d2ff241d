/** Compares feeds of followed members built on read, on write, or both: measures costs and simulates a day. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createBenchDatabase } from '../database.ts';
import { DOCS, describeMachine, toTable, writeScalingSection } from '../report.ts';
import { type CommunityShape, generateCommunity, type Member } from './community.ts';
import { measureCosts } from './measure.ts';
import { drawPlot } from './plot.ts';
import { type Costs, findBest, simulateDay } from './simulate.ts';

const NO_LIMIT = Number.POSITIVE_INFINITY;
/** Pages of the feed read per post written. */
const READS_PER_POST = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000];
const usual: CommunityShape = { members: 1_000_000, follows: 100, postsPerDay: 0.2 };
const DATABASE = {
  members: 2_000,
  posts: 20_000,
  likesPerPost: 1,
  commentsPerPost: 1,
  followsPerMember: 5,
  connectionsPerMember: 2,
  conversations: 10,
};

const log = (line: string): void => console.log(line);
const round = (value: number): number => Number(value.toPrecision(3));
const showLimit = (limit: number): string =>
  limit === NO_LIMIT ? 'all' : limit === 0 ? 'none' : limit.toLocaleString('en-US');

/** Seconds of database work per day at a ratio of reads to posts: on read, on write, and at the best limit. */
type Point = { ratio: number; read: number; write: number; best: number; limit: number };

function simulate(members: readonly Member[], costs: Costs): Point[] {
  return READS_PER_POST.map((ratio) => {
    const reads = ratio * usual.postsPerDay;
    const best = findBest(members, costs, reads);
    return {
      ratio,
      read: simulateDay(members, costs, 0, reads).seconds,
      write: simulateDay(members, costs, NO_LIMIT, reads).seconds,
      best: best.day.seconds,
      limit: best.limit,
    };
  });
}

/** Returns the ratio at which the two lines cross, interpolated between points; null if they do not cross. */
function findCrossover(points: readonly Point[]): number | null {
  for (const [index, after] of points.entries()) {
    const before = points[index - 1];
    if (!before || before.read > before.write || after.read < after.write) continue;
    const [from, to] = [Math.log(before.read / before.write), Math.log(after.read / after.write)];
    return Math.exp(Math.log(before.ratio) + (-from / (to - from)) * Math.log(after.ratio / before.ratio));
  }
  return null;
}

function describe(costs: Costs, points: readonly Point[], members: readonly Member[]): string {
  const crossover = findCrossover(points);
  const all = simulateDay(members, costs, NO_LIMIT, 0);
  const rows = points.map(({ ratio, read, write, best, limit }) => [
    ratio,
    round(read),
    round(write),
    round(best),
    showLimit(limit),
  ]);
  const perEntry = (costs.listWrite * 1_000).toFixed(1);
  const crossoverText =
    crossover === null
      ? 'none in this range'
      : `building on write is cheaper from about ${round(crossover)} pages read per post`;
  return `Measured with ${describeMachine()}: a page merged on read takes ${costs.mergeBase.toFixed(2)} ms and
${(costs.mergeEach * 1_000).toFixed(1)} µs per followed member; a page from a list built on write takes
${costs.listRead.toFixed(2)} ms; an entry of such a list takes ${perEntry} µs to write
and ${Math.round(costs.listBytes)} bytes. Simulated: ${usual.members.toLocaleString('en-US')} members who follow
${usual.follows} others on average; the most followed one has
${(members[0]?.followers ?? 0).toLocaleString('en-US')} followers; ${usual.postsPerDay} posts per member and day;
30 % of the members read on a given day. The table shows seconds of database work per day; a mix builds on write for
authors with at most as many followers as its limit. Command: \`npm run bench -- fan-out\`.

${toTable(['Pages read per post', 'On read, s', 'On write, s', 'Best mix, s', 'Limit of best mix'], rows)}

**Crossover:** ${crossoverText}. Building everything on write creates
${round(all.entries / 1e6)} million entries per day (${round((all.entries * costs.listBytes) / 1e9)} GB);
one post of the most followed member creates ${all.worstPost.toLocaleString('en-US')} of them
(${round((all.worstPost * costs.listWrite) / 1_000)} s of work).

![Cost of feeds built on read, on write, or both](fan-out.svg)`;
}

/** Takes less than a minute; writes docs/fan-out.svg and its section of docs/scaling.md. */
export async function benchFanOut(): Promise<void> {
  log('Generating …');
  const database = await createBenchDatabase(DATABASE, () => undefined);
  const costs = await measureCosts(database).finally(() => database.close());
  const members = generateCommunity(usual);
  const points = simulate(members, costs);
  const text = describe(costs, points, members);
  log(text);
  const line = (pick: (point: Point) => number) => points.map((point): [number, number] => [point.ratio, pick(point)]);
  const plot = drawPlot(
    `A day of ${usual.members.toLocaleString('en-US')} members`,
    { x: 'pages read per post written', y: 'seconds of database work per day' },
    [
      { name: 'on read', colour: '#2b6cb0', points: line(({ read }) => read) },
      { name: 'on write', colour: '#c05621', points: line(({ write }) => write) },
      { name: 'best mix', colour: '#2f855a', points: line(({ best }) => best) },
    ],
  );
  await writeFile(path.join(DOCS, 'fan-out.svg'), plot);
  await writeScalingSection('fan-out', text);
}
