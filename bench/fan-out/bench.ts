/** Feeds of followed members built on read, on write, or both: measured costs, a simulated day, a table and a plot. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createBenchDatabase } from '../database.ts';
import { DOCS, describeMachine, toTable } from '../report.ts';
import { writeScalingSection } from '../scaling-section.ts';
import { type CommunityShape, type Member, makeCommunity } from './community.ts';
import { measureCosts } from './measure.ts';
import { drawPlot } from './plot.ts';
import { type Costs, findBest, simulateDay } from './simulate.ts';

const ALL = Number.POSITIVE_INFINITY;
/** Pages of that feed that a member reads for each post that a member writes. */
const READS_A_POST = [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000];
const usual: CommunityShape = { members: 1_000_000, follows: 100, postsADay: 0.2 };
const DATABASE = {
  members: 2_000,
  posts: 20_000,
  likesPerPost: 1,
  commentsPerPost: 1,
  followsPerMember: 5,
  connectionsPerMember: 2,
  conversations: 10,
};

const say = (line: string): void => console.log(line);
const fixed = (value: number): number => Number(value.toPrecision(3));
const showLimit = (limit: number): string =>
  limit === ALL ? 'all' : limit === 0 ? 'none' : limit.toLocaleString('en-US');

type Point = { ratio: number; read: number; write: number; best: number; limit: number };

function simulate(members: readonly Member[], costs: Costs): Point[] {
  return READS_A_POST.map((ratio) => {
    const reads = ratio * usual.postsADay;
    const best = findBest(members, costs, reads);
    return {
      ratio,
      read: simulateDay(members, costs, 0, reads).seconds,
      write: simulateDay(members, costs, ALL, reads).seconds,
      best: best.day.seconds,
      limit: best.limit,
    };
  });
}

/** Returns where the two lines cross, between the points around it; null when they do not. */
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
  const all = simulateDay(members, costs, ALL, 0);
  const rows = points.map(({ ratio, read, write, best, limit }) => [
    ratio,
    fixed(read),
    fixed(write),
    fixed(best),
    showLimit(limit),
  ]);
  const perEntry = (costs.listWrite * 1_000).toFixed(1);
  const crossoverText =
    crossover === null
      ? 'none in this range'
      : `writing pays from about ${fixed(crossover)} pages read for each post on`;
  return `Measured with ${describeMachine()}: a page merged while it is read ${costs.mergeBase.toFixed(2)} ms and
${(costs.mergeEach * 1_000).toFixed(1)} µs for each
member followed; from a list written before ${costs.listRead.toFixed(2)} ms; an entry of such a list ${perEntry} µs
and ${Math.round(costs.listBytes)} bytes. Simulated: ${usual.members.toLocaleString('en-US')} members who follow
${usual.follows} each
in the mean, the most followed one ${(members[0]?.followers ?? 0).toLocaleString('en-US')} followers;
${usual.postsADay} posts a member and day; 30 % of the members read on a day. Seconds of work of the database a
day. Command: \`npm run bench -- fan-out\`.

${toTable(
  [
    'Pages read for each post',
    'On read, s',
    'On write, s',
    'Best mix, s',
    'Written out: authors with at most … followers',
  ],
  rows,
)}

**Crossover:** ${crossoverText}. All on write makes ${fixed(all.entries / 1e6)} million entries a day
(${fixed((all.entries * costs.listBytes) / 1e9)} GB), and one post of the most followed member
${all.worstPost.toLocaleString('en-US')} of them (${fixed((all.worstPost * costs.listWrite) / 1_000)} s of work).

![Cost of feeds by how they are made](fan-out.svg)`;
}

/** Takes under a minute; writes docs/fan-out.svg and its part of docs/scaling.md. */
export async function benchFanOut(): Promise<void> {
  say('Generating …');
  const database = await createBenchDatabase(DATABASE, () => undefined);
  const costs = await measureCosts(database).finally(() => database.close());
  const members = makeCommunity(usual);
  const points = simulate(members, costs);
  const text = describe(costs, points, members);
  say(text);
  const line = (pick: (point: Point) => number) => points.map((point): [number, number] => [point.ratio, pick(point)]);
  const plot = drawPlot(
    `A day of ${usual.members.toLocaleString('en-US')} members`,
    { x: 'pages read for each post written', y: 'seconds of database work a day' },
    [
      { name: 'on read', colour: '#2b6cb0', points: line(({ read }) => read) },
      { name: 'on write', colour: '#c05621', points: line(({ write }) => write) },
      { name: 'best mix', colour: '#2f855a', points: line(({ best }) => best) },
    ],
  );
  await writeFile(path.join(DOCS, 'fan-out.svg'), plot);
  await writeScalingSection('fan-out', text);
}
