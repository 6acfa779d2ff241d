import type { PostType } from '@afterhours/contract/posts/posts';
import type { Random } from '../random.ts';
import type { Topic } from './comments.ts';
import type { Craft } from './craft.ts';
import { slotsOf } from './crafts.ts';
import { asides, type GeneralKind, generalKinds, generalTemplates } from './general.ts';
import { fillTemplate } from './grammar.ts';
import { jobTemplates, jobTitles, openings, salaries, webinarTemplates, webinarTitles } from './offers.ts';

export type PostText = {
  type: PostType;
  topic: Topic;
  title: string | null;
  description: string;
  opening: string | null;
  salary: string | null;
  link: string | null;
  /** When the webinar begins: in how many days, and at which full hour in the host's time zone. */
  begins: { inDays: number; hour: number } | null;
};

const commonTags = ['sidehustle', 'afterhours', 'buildinpublic', 'smallwins', 'freelancing', 'creators'];
const kindWeights: readonly GeneralKind[] = [...generalKinds, 'win', 'story', 'tip', 'question', 'win'];

/** Returns hashtags of the craft, and sometimes a common one, in a line of their own. Some posts have none. */
function tagLine(random: Random, craft: Craft): string {
  if (random.chance(0.22)) return '';
  const own = random.sample(craft.tags.length, random.between(1, 2)).map((index) => craft.tags[index] ?? '');
  const tags = random.chance(0.4) ? [...own, random.pick(commonTags)] : own;
  return `\n\n${tags.map((tag) => `#${tag}`).join(' ')}`;
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function writeGeneral(random: Random, craft: Craft): PostText {
  const topic = random.pick(kindWeights);
  const aside = random.chance(0.4) ? ` ${random.pick(asides)}` : '';
  const text = fillTemplate(random, random.pick(generalTemplates[topic]), slotsOf(craft, random));
  const description = `${text}${aside}${tagLine(random, craft)}`;
  return { type: 'general', topic, title: null, description, opening: null, salary: null, link: null, begins: null };
}

function writeJob(random: Random, craft: Craft): PostText {
  const helper = random.pick(craft.helpers);
  const slots = { ...slotsOf(craft, random), helper };
  return {
    type: 'job',
    topic: 'job',
    title: capitalize(fillTemplate(random, random.pick(jobTitles), slots)),
    description: `${fillTemplate(random, random.pick(jobTemplates), slots)}${tagLine(random, craft)}`,
    opening: random.pick(openings),
    salary: random.pick(salaries),
    link: null,
    begins: null,
  };
}

function writeWebinar(random: Random, craft: Craft): PostText {
  const slots = slotsOf(craft, random);
  const room = `${random.pick(craft.tags)}-${random.between(100, 999)}`.replace('_', '-');
  return {
    type: 'webinar',
    topic: 'webinar',
    title: fillTemplate(random, random.pick(webinarTitles), slots),
    description: `${fillTemplate(random, random.pick(webinarTemplates), slots)}${tagLine(random, craft)}`,
    opening: null,
    salary: null,
    link: `https://meet.afterhours.example/${room}`,
    begins: { inDays: random.between(2, 35), hour: random.between(18, 20) },
  };
}

const writers: Record<PostType, (random: Random, craft: Craft) => PostText> = {
  general: writeGeneral,
  job: writeJob,
  webinar: writeWebinar,
};

/** Returns a post of this type as a member with this craft would write it. */
export const writePost = (random: Random, craft: Craft, type: PostType): PostText => writers[type](random, craft);
