import type { FilterEffect, FilterKind, FilterPlace } from '@afterhours/contract/automation';
import type { Label } from '@afterhours/contract/constants/labels';
import type { ReportCategory } from '@afterhours/contract/moderation';
import type { AnyAction, CaseKind, CaseSource, CaseState, DecisionAction } from '@afterhours/contract/staff-cases';
import type { ColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

export type PostReportsTable = {
  id: string;
  user_id: string;
  post_id: string;
  reason: string | null;
  created_at: Defaulted<Date>;
};

/** `post_id` is the comment's; with it the comments that one viewer hides below a post are found at once. */
export type CommentReportsTable = PostReportsTable & { comment_id: string };

export type MemberReportsTable = Omit<PostReportsTable, 'post_id'> & { reported_id: string };

/** One row on each side of a block; `by_user` on the side of the blocking member. */
export type MemberBlocksTable = {
  user_id: string;
  other_user_id: string;
  by_user: boolean;
  created_at: Defaulted<Date>;
};

/** A picture of evidence, by its folder and name. */
export type EvidenceImage = { file: string; width: number; height: number; placeholder: string; alt: string };

/** What was to be seen of the subject when it was first reported. */
export type Evidence = {
  text: string;
  /** Those of the files that are pictures; absent in copies of earlier versions. */
  images?: EvidenceImage[] | null;
  title?: string | null;
  link?: string | null;
  files?: string[];
  createdAt?: string;
  /** The text as its author has edited it while the case is open. */
  edited?: string;
};

/** What holds something for who publishes it, whatever it says: a new member's first job, a host who was reported. */
export type Circumstance = 'first_job' | 'reported_host';

/**
 * A rule of the automation that has found something: a filter, with the words or domains that were found, or a
 * circumstance.
 */
export type FoundRule = { note: string; effect: FilterEffect; entries?: string[]; circumstance?: Circumstance };

/** Why the automation holds something: a filter, the reports of several members, or a circumstance. */
export type HoldCause = 'filter' | 'reports' | Circumstance;

/** `post_id` is where a reported comment is. The ids of subject and members outlive what they name. */
export type CasesTable = {
  id: string;
  subject_kind: CaseKind;
  subject_id: string;
  post_id: string | null;
  member_id: string;
  state: Defaulted<CaseState>;
  score: Defaulted<number>;
  reasons: ColumnType<Partial<Record<ReportCategory, number>>, string | undefined, string>;
  reports_count: Defaulted<number>;
  source: Defaulted<CaseSource>;
  rules: ColumnType<FoundRule[], string | undefined, string>;
  evidence: ColumnType<Evidence, string, string>;
  claimed_by: string | null;
  claimed_at: Date | null;
  outcome: DecisionAction | null;
  /** Whether what was reported is hidden, whatever else was decided. */
  outcome_hides: Defaulted<boolean>;
  closed_at: Date | null;
  /** The decision of a sweep, which belongs to another case. */
  closed_by: Defaulted<string | null>;
  /** Since when the copy is empty: nobody can appeal any more. */
  purged_at: Date | null;
  created_at: Defaulted<Date>;
};

export type CaseReportsTable = {
  id: string;
  case_id: string;
  user_id: string;
  category: ReportCategory;
  words: string | null;
  created_at: Defaulted<Date>;
};

/** Rows are only ever added. */
export type DecisionsTable = {
  id: string;
  case_id: string;
  subject_kind: CaseKind;
  subject_id: string;
  member_id: string;
  /** Null for what a program has decided. */
  decided_by: string | null;
  automated: Defaulted<boolean>;
  action: AnyAction;
  /** Of the action of that name alone. */
  label: Defaulted<Label | null>;
  rule: string | null;
  /** Of holds alone; null for others. */
  cause: Defaulted<HoldCause | null>;
  facts: string | null;
  statement: string | null;
  /** Until when the member is suspended. */
  until: Date | null;
  /** Whether a suspension hides what was reported, too. */
  hides: boolean;
  reverses: string | null;
  created_at: Defaulted<Date>;
};

/** A decision that keeps a member out: suspended until a time, or banned where it is null. */
export type SanctionsTable = {
  decision_id: string;
  user_id: string;
  until: Date | null;
  created_at: Defaulted<Date>;
};

/** A row of another table that a ban has taken out of it, as JSON; a reversal puts it back. */
export type PutAwayRowsTable = {
  id: ColumnType<string, never, never>;
  decision_id: string;
  user_id: string;
  relation: string;
  row: ColumnType<object, string, never>;
};

/** What one decision does to all of a member's content and open cases; `since` is null where the content stays. */
export type SweepsTable = {
  decision_id: string;
  member_id: string;
  actor_id: string;
  since: Date | null;
  until: Defaulted<Date>;
  with_cases: boolean;
  posts: Defaulted<number>;
  comments: Defaulted<number>;
  cases: Defaulted<number>;
  finished_at: Date | null;
};

/** Words or link domains that the automation looks for; `note` is the rule as members read it. */
export type FiltersTable = {
  id: string;
  kind: FilterKind;
  effect: FilterEffect;
  places: FilterPlace[];
  note: string;
  entries: string[];
  updated_at: Defaulted<Date>;
};

/** One row, or none: then the defaults hold. */
export type AutomationSwitchesTable = {
  one: Defaulted<boolean>;
  new_members: boolean;
  reporters: boolean;
  first_jobs: Defaulted<boolean>;
  reported_hosts: Defaulted<boolean>;
};
