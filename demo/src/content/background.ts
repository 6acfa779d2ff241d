import texts from '../../texts/background.json' with { type: 'json' };

/** What a profile tells of a member of a trade. Sentences end with a full stop; `{slots}` are those of the craft. */
export type Background = {
  /** How the evenings began. */
  bios: readonly string[];
  skills: readonly string[];
  goals: readonly GoalText[];
  /** Names that a one-person business goes by. */
  studios: readonly string[];
  /** What is done for money by day: title and employer. */
  dayJobs: readonly (readonly [title: string, company: string])[];
  studies: readonly Study[];
};

export type GoalText = readonly [title: string, type: 'long' | 'short', description: string];
/** `age` is how old one usually is at the end of it. */
export type Study = readonly [title: string, school: string, field: string, age: number];

export const bioOpenings: readonly string[] = texts.bioOpenings;

export const bioEndings: readonly string[] = texts.bioEndings;

export const generalGoals: readonly GoalText[] = texts.generalGoals as unknown as readonly GoalText[];

export const generalSkills: readonly string[] = texts.generalSkills;

export const generalDayJobs: readonly (readonly [title: string, company: string])[] =
  texts.generalDayJobs as unknown as Background['dayJobs'];

export const generalStudies: readonly Study[] = texts.generalStudies as unknown as readonly Study[];

/** What a one-person business is about, and what a day job is. */
export const studioDescriptions: readonly string[] = texts.studioDescriptions;
export const dayJobDescriptions: readonly string[] = texts.dayJobDescriptions;

export const grades: readonly (string | null)[] = texts.grades;
export const activities: readonly (string | null)[] = texts.activities;
