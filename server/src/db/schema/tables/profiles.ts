import type { employmentTypes, Goal, locationTypes } from '@afterhours/contract/profile/profile';
import type { GeneratedAlways } from 'kysely';
import type { Defaulted } from './members.ts';

export type GoalsTable = {
  id: string;
  user_id: string;
  title: string;
  type: Goal['type'];
  description: string;
  created_at: Defaulted<Date>;
};

export type SkillsTable = {
  id: string;
  user_id: string;
  title: string;
  /** The title in lower case: a member has each skill once. */
  slug: GeneratedAlways<string>;
  created_at: Defaulted<Date>;
};

/** Dates are YYYY-MM-DD; never a Date, which would have a time zone. */
export type EducationsTable = {
  id: string;
  user_id: string;
  title: string;
  school: string;
  grade: string | null;
  field_of_study: string | null;
  activities: string | null;
  description: string | null;
  start_date: string;
  end_date: string;
  created_at: Defaulted<Date>;
};

export type ExperiencesTable = {
  id: string;
  user_id: string;
  title: string;
  company_name: string;
  location: string;
  location_type: (typeof locationTypes)[number] | null;
  employment_type: (typeof employmentTypes)[number] | null;
  description: string | null;
  start_date: string;
  /** Null for a current job. */
  end_date: string | null;
  created_at: Defaulted<Date>;
};

/** A link on a profile; `position` starts at 0. */
export type ProfileLinksTable = { user_id: string; position: number; label: string; url: string };
