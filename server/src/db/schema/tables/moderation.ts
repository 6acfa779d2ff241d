import type { Label } from '@afterhours/contract/constants/labels';
import type { FilterEffect, FilterKind, FilterPlace } from '@afterhours/contract/moderation/automation';
import type { ReportCategory } from '@afterhours/contract/moderation/moderation';
import type {
  AnyAction,
  CaseKind,
  CaseSource,
  CaseState,
  DecisionAction,
} from '@afterhours/contract/moderation/staff-cases';
import type { ColumnType } from 'kysely';
import type { Defaulted } from './members.ts';

export type PostReportsTable = {
  id: string;
  user_id: string;
  post_id: string;
  reason: string | null;
  created_at: Defaulted<Date>;
};

/** `post_id` is the comment's post; it makes the comments that one viewer hides below a post quick to find. */
export type CommentReportsTable = PostReportsTable & { comment_id: string };

export type MemberReportsTable = Omit<PostReportsTable, 'post_id'> & { reported_id: string };

/** One row for each side of a block; `by_user` is true on the blocking member's side. */
export type MemberBlocksTable = {
  user_id: string;
  other_user_id: string;
  by_user: boolean;
  created_at: Defaulted<Date>;
};

/** A picture kept as evidence, by its folder and name. */
export type EvidenceImage = { file: string; width: number; height: number; placeholder: string; alt: string };

/** A document kept as evidence: its stored name, the name that its sender gave it, and its content type. */
type EvidenceDocument = { file: string; name: string; type: string };

/** A copy of the subject as it was when it was first reported. */
export type Evidence = {
  text: string;
  /** The pictures among the files; absent in copies made by earlier versions. */
  images?: EvidenceImage[] | null;
  /** The documents of a message; absent in copies made by earlier versions. */
  documents?: EvidenceDocument[];
  title?: string | null;
  link?: string | null;
  files?: string[];
  createdAt?: string;
  /** The text after its author has edited it while the case is open. */
  edited?: string;
};

/** A reason to hold content because of its author, whatever it says: a new member's first job, or a reported host. */
export type Circumstance = 'first_job' | 'reported_host';

/** An automation rule that matched: a filter, with the words or domains that were found, or a circumstance. */
export type FoundRule = { note: string; effect: FilterEffect; entries?: string[]; circumstance?: Circumstance };

/** Why the automation holds content: a filter, reports from several members, or a circumstance. */
export type HoldCause = 'filter' | 'reports' | Circumstance;

/** `post_id` is the post of a reported comment. The ids of the subject and the members outlive their rows. */
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
  /** Whether the reported content is hidden, whatever else was decided. */
  outcome_hides: Defaulted<boolean>;
  closed_at: Date | null;
  /** The decision of a sweep, which belongs to another case. */
  closed_by: Defaulted<string | null>;
  /** When the evidence was deleted, because no appeal is possible any more. */
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
  /** Null for automated decisions. */
  decided_by: string | null;
  automated: Defaulted<boolean>;
  action: AnyAction;
  /** Only for the action of that name. */
  label: Defaulted<Label | null>;
  rule: string | null;
  /** Only for holds; null otherwise. */
  cause: Defaulted<HoldCause | null>;
  facts: string | null;
  statement: string | null;
  /** Until when the member is suspended. */
  until: Date | null;
  /** Whether a suspension also hides the reported content. */
  hides: boolean;
  reverses: string | null;
  created_at: Defaulted<Date>;
};

/** A decision that keeps a member out: suspended until `until`, or banned if it is null. */
export type SanctionsTable = {
  decision_id: string;
  user_id: string;
  until: Date | null;
  created_at: Defaulted<Date>;
};

/** A row, as JSON, that a ban has taken out of another table; a reversal puts it back. */
export type PutAwayRowsTable = {
  id: ColumnType<string, never, never>;
  decision_id: string;
  user_id: string;
  relation: string;
  row: ColumnType<object, string, never>;
};

/** A member whose rows a job is taking out of the tables that count for others, or putting back. */
export type MemberMovesTable = {
  user_id: string;
  kind: 'ban' | 'return' | 'deletion';
  created_at: Defaulted<Date>;
};

/** What one decision does to all of a member's content and open cases; `since` is null if the content stays. */
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

/** Words or link domains that the automation looks for; `note` is the rule in the words that members read. */
export type FiltersTable = {
  id: string;
  kind: FilterKind;
  effect: FilterEffect;
  places: FilterPlace[];
  note: string;
  entries: string[];
  updated_at: Defaulted<Date>;
};

/** At most one row; without it the defaults apply. */
export type AutomationSwitchesTable = {
  one: Defaulted<boolean>;
  new_members: boolean;
  reporters: boolean;
  first_jobs: Defaulted<boolean>;
  reported_hosts: Defaulted<boolean>;
};
