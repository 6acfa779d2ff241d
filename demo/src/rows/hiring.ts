/** The terms of jobs whose salary is exact, and applications in several states. */
import { DAY_MS, HOUR_MS } from '@afterhours/contract/base/durations';
import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { sql } from 'kysely';
import { DEMO_INDEX } from '../content/names.ts';
import type { Plan } from '../plan.ts';
import { createRandom, type Random } from '../random.ts';
import type { Members } from './members.ts';
import type { Posts } from './posts.ts';

/** The pay for the salaries in `offers.json`. Vague salaries are left out, so their jobs get no terms. */
const pays = new Map<string, [min: number, max: number, currency: string, period: string]>([
  ['€22 an hour', [22, 22, 'EUR', 'hour']],
  ['€28–35 an hour', [28, 35, 'EUR', 'hour']],
  ['$400 per project', [400, 400, 'USD', 'project']],
  ['£18 an hour', [18, 18, 'GBP', 'hour']],
  ['$45 an hour', [45, 45, 'USD', 'hour']],
  ['€900 a month, part-time', [900, 900, 'EUR', 'month']],
  ['€150 a day', [150, 150, 'EUR', 'day']],
  ['CHF 40 an hour', [40, 40, 'CHF', 'hour']],
]);

const employments = ['part-time', 'part-time', 'contract', 'contract', 'temporary'] as const;
const remotes = ['full', 'full', 'hybrid', 'none'] as const;
const questions = [
  { text: 'Which evenings are you free?', kind: 'text', choices: [], required: true },
  { text: 'Have you done this before?', kind: 'yes-no', choices: [], required: false },
];
const words = [
  'I have followed your work since spring and would like to be part of it. Two evenings a week are fine.',
  'I did this for a friend’s studio last year. Two examples are on my profile.',
  'Weekends are best for me. I answer within the day, and I ask before I guess.',
  'I am new to this and learn quickly. Could we talk for ten minutes?',
];

type Job = { id: string; author: number; time: number };

/** Writes the terms of most jobs whose salary is exact. Returns all jobs, newest first. */
async function writeTerms(db: Db, plan: Plan, random: Random, { members, posts }: World): Promise<Job[]> {
  const all = posts.ids
    .map((id, at): Job => ({ id, author: posts.authors[at] ?? 0, time: posts.times[at] ?? 0 }))
    .filter((_job, at) => posts.topics[at] === 'job')
    .toReversed();
  const jobPosts = await db
    .selectFrom('posts')
    .select(['id', 'salary'])
    .where('post_type', '=', 'job')
    .where('created_at', '>', new Date(plan.now.getTime() - plan.days * DAY_MS))
    .execute();
  const salaries = new Map(jobPosts.map(({ id, salary }) => [id, salary]));
  const rows = all.flatMap(({ id, author }) => {
    const pay = pays.get(salaries.get(id) ?? '');
    if (!pay || random.chance(0.2)) return [];
    const remote = random.pick(remotes);
    const country = members.lives[author]?.country ?? '';
    const [pay_min, pay_max, pay_currency, pay_period] = pay;
    return [
      {
        post_id: id,
        employment: random.pick(employments),
        remote,
        pay_min,
        pay_max,
        pay_currency,
        pay_period,
        place: remote === 'full' ? null : country,
        countries: remote === 'full' || country === '' ? [] : [country],
        vacancy: true,
        ai_screening: false,
        questions: random.chance(0.4) ? questions : [],
      },
    ];
  });
  await sql`
    INSERT INTO jobs (post_id, employment, remote, place, countries, pay_min, pay_max, pay_currency, pay_period,
      vacancy, ai_screening, questions)
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS input(post_id uuid, employment text, remote text,
      place text, countries text[], pay_min numeric, pay_max numeric, pay_currency text, pay_period text,
      vacancy boolean, ai_screening boolean, questions jsonb)`.execute(db);
  return all;
}

const received: readonly ApplicationStatus[] = ['sent', 'sent', 'seen', 'talking', 'offer', 'rejected'];
const own: readonly ApplicationStatus[] = ['talking', 'seen', 'sent', 'rejected'];

type Application = { job: Job; applicant: number; status: ApplicationStatus };

/** Returns applications for the demo member's newest job, and the demo member's to the jobs of others. */
function drawApplications(jobs: readonly Job[], friends: readonly number[], first: number): Application[] {
  const mine = jobs.find(({ author }) => author === DEMO_INDEX);
  const others = jobs.filter(({ author }) => author !== DEMO_INDEX);
  return [
    ...(mine
      ? received.map((status, at) => ({ job: mine, applicant: friends[at === 0 ? first : at - 1] ?? -1, status }))
      : []),
    ...own.flatMap((status, at) => {
      const job = others[at * 2];
      return job ? [{ job, applicant: DEMO_INDEX, status }] : [];
    }),
  ];
}

type World = { members: Members; posts: Posts; demoFriends: readonly number[] };

/** The index, among the demo member's connections, of the applicant who has also written to the demo member. */
export const FIRST_APPLICANT = 11;

/** Writes the terms of jobs, and applications in several states. */
export async function writeHiring(db: Db, plan: Plan, world: World): Promise<void> {
  const random = createRandom(`${plan.seed}/hiring`);
  const jobs = await writeTerms(db, plan, random, world);
  const now = plan.now.getTime();
  for (const { job, applicant, status } of drawApplications(jobs, world.demoFriends, FIRST_APPLICANT)) {
    const userId = world.members.ids[applicant];
    if (userId === undefined || applicant === job.author) continue;
    const at = Math.min(now - HOUR_MS, job.time + (now - job.time) * (0.3 + 0.5 * random.next()));
    const changed = new Date(Math.min(now - 600_000, at + 20 * HOUR_MS * random.next()));
    const isOpened = status !== 'sent';
    const isAnswered = isOpened && status !== 'seen';
    const id = random.idAt(at);
    await db
      .insertInto('job_applications')
      .values({
        id,
        user_id: userId,
        post_id: job.id,
        status,
        status_at: isOpened ? changed : null,
        words: random.pick(words),
        created_at: new Date(at),
      })
      .execute();
    // A separate update, because a trigger counts the answer.
    if (isAnswered)
      await db
        .updateTable('job_applications')
        .set({ answered_at: changed, counted: true })
        .where('id', '=', id)
        .execute();
  }
}
