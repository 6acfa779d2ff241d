/** The education and jobs of members, in years that match their age. */
import * as general from '../content/background.ts';
import type { Craft } from '../content/craft.ts';
import { slotsOf } from '../content/crafts.ts';
import { fillTemplate } from '../content/grammar.ts';
import type { Random } from '../random.ts';

/** What a member's career and texts depend on. */
export type Life = {
  profession: string;
  country: string;
  /** Year of birth. */
  born: number;
  /** When the member joined, in ms since 1970. */
  joined: number;
};

/** The cells of an experience, after its id, member and time. */
export type Job = [
  title: string,
  company: string,
  location: string,
  locationType: string,
  employmentType: string,
  description: string,
  start: string,
  end: string | null,
];

/** The cells of an education, after its id, member and time. */
export type Study = [
  title: string,
  school: string,
  grade: string | null,
  field: string,
  activities: string | null,
  start: string,
  end: string,
];

type DatedLife = Life & { now: Date };

const FIRST_JOB_AGE = 19;

const day = (year: number, month: number, date: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;

/** Returns a start in the first half of a year, and an end in the second half of the same or a later one. */
const period = (random: Random, from: number, to: number): [string, string] => [
  day(from, random.between(1, 6), 1),
  day(to, random.between(7, 12), 28),
];

/** Returns the member's own business, the day job, and earlier jobs, newest first: `size` jobs, or fewer. */
export function makeJobs(random: Random, life: DatedLife, craft: Craft, size: number): Job[] {
  const { background } = craft;
  const thisYear = life.now.getUTCFullYear();
  const earliest = life.born + FIRST_JOB_AGE;
  const yearsAgo = (least: number, most: number): number => Math.max(earliest, thisYear - random.between(least, most));
  const describe = (texts: readonly string[]): string =>
    fillTemplate(random, random.pick(texts), slotsOf(craft, random));
  const [opened] = period(random, yearsAgo(1, 7), thisYear);
  const studio = random.pick(background.studios);
  const workplace = random.pick(['Remote', 'On-site', 'Hybrid']);
  const text = describe(general.studioDescriptions);
  const jobs: Job[] = [[life.profession, studio, life.country, workplace, 'Self employed', text, opened, null]];
  const dayJobs = [...background.dayJobs, ...general.generalDayJobs];
  let until: number | null = null;
  for (const index of random.sample(dayJobs.length, size - 1, 1.6)) {
    const [title, company] = dayJobs[index] as (typeof dayJobs)[number];
    const last = until ?? thisYear - 1;
    const from = Math.max(earliest, last - random.between(1, 5));
    if (from > last) break;
    const [start, end] = period(random, from, last);
    const isCurrent = until === null && random.chance(0.75);
    const arrangement = [
      random.pick(['On-site', 'Hybrid']),
      random.pick(['Full time', 'Full time', 'Part time']),
    ] as const;
    const description = describe(general.dayJobDescriptions);
    jobs.push([title, company, life.country, ...arrangement, description, start, isCurrent ? null : end]);
    until = from - 1;
  }
  return jobs;
}

const ADULT_EDUCATION_AGE = 26;

/** Returns schools and courses at a matching age: years of school, or an evening course of months or a year. */
export function makeStudies(random: Random, life: DatedLife, craft: Craft, size: number): Study[] {
  const studies = [...craft.background.studies, ...general.generalStudies];
  const last = life.now.getUTCFullYear() - 1;
  return random.sample(studies.length, size, 1.5).map((index) => {
    const [title, school, field, age] = studies[index] as general.Study;
    const end = Math.min(last, life.born + age + random.between(0, age < ADULT_EDUCATION_AGE ? 1 : 8));
    const years = age < ADULT_EDUCATION_AGE ? random.between(2, 3) : random.between(0, 1);
    const [from, to] = period(random, end - years, end);
    return [title, school, random.pick(general.grades), field, random.pick(general.activities), from, to];
  });
}
