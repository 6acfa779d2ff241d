import texts from '../../texts/background.json' with { type: 'json' };

/** The profile texts of a craft. Sentences end with a full stop; `{slots}` are those of the craft. */
export type Background = {
  /** How a member began in the evenings. */
  bios: readonly string[];
  skills: readonly string[];
  goals: readonly GoalText[];
  /** Names of one-person businesses. */
  studios: readonly string[];
  /** Day jobs: title and employer. */
  dayJobs: readonly (readonly [title: string, company: string])[];
  studies: readonly Study[];
};

export type GoalText = readonly [title: string, type: 'long' | 'short', description: string];
/** `age` is the usual age at the end of the studies. */
export type Study = readonly [title: string, school: string, field: string, age: number];

export const bioOpenings: readonly string[] = texts.bioOpenings;

export const bioEndings: readonly string[] = texts.bioEndings;

export const generalGoals: readonly GoalText[] = texts.generalGoals as unknown as readonly GoalText[];

export const generalSkills: readonly string[] = texts.generalSkills;

export const generalDayJobs: readonly (readonly [title: string, company: string])[] =
  texts.generalDayJobs as unknown as Background['dayJobs'];

export const generalStudies: readonly Study[] = texts.generalStudies as unknown as readonly Study[];

/** What a member does in a one-person business, and in a day job. */
export const studioDescriptions: readonly string[] = texts.studioDescriptions;
export const dayJobDescriptions: readonly string[] = texts.dayJobDescriptions;

export const grades: readonly (string | null)[] = texts.grades;
export const activities: readonly (string | null)[] = texts.activities;
