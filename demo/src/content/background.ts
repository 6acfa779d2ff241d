import texts from '../../texts/background.json' with { type: 'json' };

/** The profile texts of a profession. Sentences end with a full stop; `{slots}` are those of the craft. */
export type Background = {
  /** How they began in the evenings. */
  bios: readonly string[];
  skills: readonly string[];
  goals: readonly GoalText[];
  /** Names of a one-person business. */
  studios: readonly string[];
  /** The day job: title and employer. */
  dayJobs: readonly (readonly [title: string, company: string])[];
  studies: readonly Study[];
};

export type GoalText = readonly [title: string, type: 'long' | 'short', description: string];
/** `age` is the usual age at the end of it. */
export type Study = readonly [title: string, school: string, field: string, age: number];

export const bioOpenings: readonly string[] = texts.bioOpenings;

export const bioEndings: readonly string[] = texts.bioEndings;

export const generalGoals: readonly GoalText[] = texts.generalGoals as unknown as readonly GoalText[];

export const generalSkills: readonly string[] = texts.generalSkills;

export const generalDayJobs: readonly (readonly [title: string, company: string])[] =
  texts.generalDayJobs as unknown as Background['dayJobs'];

export const generalStudies: readonly Study[] = texts.generalStudies as unknown as readonly Study[];

/** The purpose of a one-person business, and of a day job. */
export const studioDescriptions: readonly string[] = texts.studioDescriptions;
export const dayJobDescriptions: readonly string[] = texts.dayJobDescriptions;

export const grades: readonly (string | null)[] = texts.grades;
export const activities: readonly (string | null)[] = texts.activities;
