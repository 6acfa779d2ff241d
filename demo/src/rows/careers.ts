/** The education and jobs of members, in years that fit their age. */
import * as general from '../content/background.ts';
import type { Craft } from '../content/craft.ts';
import { slotsOf } from '../content/crafts.ts';
import { write } from '../content/grammar.ts';
import type { Random } from '../random.ts';

export type Life = {
  profession: string;
  country: string;
  /** Year of birth. */
  born: number;
  /** When they joined, in ms since 1970. */
  joined: number;
};

/** The cells of an experience after its id, member and time. */
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

/** The cells of an education after its id, member and time. */
export type Study = [
  title: string,
  school: string,
  grade: string | null,
  field: string,
  activities: string | null,
  start: string,
  end: string,
];

type LifeNow = Life & { now: Date };

const FIRST_WORK = 19;

const day = (year: number, month: number, date: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;

/** From the first half of a year to the second half of the same or a later one. */
const period = (random: Random, from: number, to: number): [string, string] => [
  day(from, random.between(1, 6), 1),
  day(to, random.between(7, 12), 28),
];

/** Their own business first, then the day job, then earlier jobs, back to the first one. */
export function makeJobs(random: Random, life: LifeNow, craft: Craft, size: number): Job[] {
  const { background } = craft;
  const thisYear = life.now.getUTCFullYear();
  const earliest = life.born + FIRST_WORK;
  const yearsAgo = (least: number, most: number): number => Math.max(earliest, thisYear - random.between(least, most));
  const describe = (texts: readonly string[]): string => write(random, random.pick(texts), slotsOf(craft, random));
  const [opened] = period(random, yearsAgo(1, 7), thisYear);
  const studio = random.pick(background.studios);
  const place = random.pick(['Remote', 'On-site', 'Hybrid']);
  const text = describe(general.studioDescriptions);
  const jobs: Job[] = [[life.profession, studio, life.country, place, 'Self employed', text, opened, null]];
  const dayJobs = [...background.dayJobs, ...general.generalDayJobs];
  let until: number | null = null;
  for (const place of random.sample(dayJobs.length, size - 1, 1.6)) {
    const [title, company] = dayJobs[place] as (typeof dayJobs)[number];
    const last = until ?? thisYear - 1;
    const from = Math.max(earliest, last - random.between(1, 5));
    if (from > last) break;
    const [start, end] = period(random, from, last);
    const stays = until === null && random.chance(0.75);
    const how = [random.pick(['On-site', 'Hybrid']), random.pick(['Full time', 'Full time', 'Part time'])] as const;
    const words = describe(general.dayJobDescriptions);
    jobs.push([title, company, life.country, ...how, words, start, stays ? null : end]);
    until = from - 1;
  }
  return jobs;
}

const GROWN_UP = 26;

/** Schools and courses, at a fitting age: years of school, weeks or months of an evening course. */
export function makeStudies(random: Random, life: LifeNow, craft: Craft, size: number): Study[] {
  const studies = [...craft.background.studies, ...general.generalStudies];
  const last = life.now.getUTCFullYear() - 1;
  return random.sample(studies.length, size, 1.5).map((place) => {
    const [title, school, field, age] = studies[place] as general.Study;
    const end = Math.min(last, life.born + age + random.between(0, age < GROWN_UP ? 1 : 8));
    const years = age < GROWN_UP ? random.between(2, 3) : random.between(0, 1);
    const [from, to] = period(random, end - years, end);
    return [title, school, random.pick(general.grades), field, random.pick(general.activities), from, to];
  });
}
