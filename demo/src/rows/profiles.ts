import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { createBulk } from '../bulk.ts';
import * as general from '../content/background.ts';
import { craftAt, slotsOf } from '../content/crafts.ts';
import { fillTemplate } from '../content/grammar.ts';
import { DEMO_INDEX } from '../content/names.ts';
import type { Plan } from '../plan.ts';
import { createRandom, type Random } from '../random.ts';
import { type Job, makeJobs, makeStudies, type Study } from './careers.ts';
import type { Members } from './members.ts';

const entry = { id: 'uuid', user_id: 'uuid', created_at: 'timestamptz', title: 'text' };
const columns = {
  goals: { ...entry, type: 'text', description: 'text' },
  skills: entry,
  educations: {
    ...entry,
    school: 'text',
    grade: 'text',
    field_of_study: 'text',
    activities: 'text',
    start_date: 'date',
    end_date: 'date',
  },
  experiences: {
    ...entry,
    company_name: 'text',
    location: 'text',
    location_type: 'text',
    employment_type: 'text',
    description: 'text',
    start_date: 'date',
    end_date: 'date',
  },
};

/** The number of entries of each kind. The demo member has more of each than a list shows at first. */
const demoSizes = { goals: 5, skills: 9, jobs: 4, studies: 4 };
const drawSizes = (random: Random): typeof demoSizes => ({
  goals: random.between(1, 4),
  skills: random.between(3, 8),
  jobs: random.between(1, 3),
  studies: random.between(1, 2),
});

type Texts = { goals: general.GoalText[]; skills: string[]; jobs: Job[]; studies: Study[] };

function makeTexts(plan: Plan, random: Random, members: Members, index: number): Texts {
  const craft = craftAt(members.crafts[index] ?? 0);
  const { background } = craft;
  const sizes = index === DEMO_INDEX ? demoSizes : drawSizes(random);
  // Entries of the craft are more frequent than general ones.
  const sampleOf = <T>(own: readonly T[], others: readonly T[], size: number): T[] => {
    const all = [...own, ...others];
    return random.sample(all.length, size, 1.8).map((entryIndex) => all[entryIndex] as T);
  };
  const slots = slotsOf(craft, random);
  const life = { ...members.lives[index], now: plan.now } as Parameters<typeof makeJobs>[1];
  return {
    goals: sampleOf(background.goals, general.generalGoals, sizes.goals).map(([title, type, text]) => [
      title,
      type,
      fillTemplate(random, text, slots),
    ]),
    skills: sampleOf(background.skills, general.generalSkills, sizes.skills),
    jobs: makeJobs(random, life, craft, sizes.jobs),
    studies: makeStudies(random, life, craft, sizes.studies),
  };
}

/** Writes every member's goals, skills, experience and education. */
export async function writeProfiles(db: Db, plan: Plan, members: Members): Promise<void> {
  const random = createRandom(`${plan.seed}/profiles`);
  const rows = {
    goals: createBulk(db, 'goals', columns.goals),
    skills: createBulk(db, 'skills', columns.skills),
    educations: createBulk(db, 'educations', columns.educations),
    experiences: createBulk(db, 'experiences', columns.experiences),
  };
  for (const [index, userId] of members.ids.entries()) {
    const joined = members.lives[index]?.joined ?? plan.now.getTime();
    const newEntry = (): [string, string, Date] => {
      const time = joined + (plan.now.getTime() - joined) * random.next();
      return [random.idAt(time), userId, new Date(time)];
    };
    const { goals, skills, jobs, studies } = makeTexts(plan, random, members, index);
    for (const goal of goals) await rows.goals.add(...newEntry(), ...goal);
    for (const skill of skills) await rows.skills.add(...newEntry(), skill);
    for (const study of studies) await rows.educations.add(...newEntry(), ...study);
    for (const job of jobs) await rows.experiences.add(...newEntry(), ...job);
  }
  for (const bulk of Object.values(rows)) await bulk.flush();
}
