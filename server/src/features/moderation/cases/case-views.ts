import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { RULE_WEIGHT } from '@afterhours/contract/moderation/automation';
import { reportCategories, reportWeights } from '@afterhours/contract/moderation/moderation';
import {
  type CaseKind,
  CLAIM_MINUTES,
  type StaffCase,
  type StaffDecision,
} from '@afterhours/contract/moderation/staff-cases';
import type {
  EvidencePicture,
  EvidenceView,
  StaffComment,
  StaffPost,
} from '@afterhours/contract/moderation/staff-evidence';
import type { Evidence } from '#db/schema/tables/moderation.ts';
import { type PersonRow, toPersonView } from '#features/people/views.ts';
import type { SignUrl } from '#features/uploads/loaders.ts';
import { type CaseRow, type DecisionRow, EXCERPT } from './case-queries.ts';
import type { StaffCommentRow, StaffPostRow } from './thread/thread-queries.ts';

/** Returns the beginning of a text, cut between characters. */
export const toExcerpt = (text: string): string => {
  const characters = Array.from(text.slice(0, EXCERPT * 2));
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}…` : characters.join('');
};

/** Returns the title and text of a copy, or the names of the files if a message has only files. */
export const sumUp = (kind: CaseKind, { title, text, files }: Evidence): string =>
  [title, text].filter(Boolean).join(': ') || (kind === 'message' ? (files ?? []).join(', ') : '');

const toPerson = (row: PersonRow | null) => row && toPersonView(row);

/** Whether the claim on a case has lapsed. */
const hasLapsed = ({ state, claimed_at }: CaseRow): boolean =>
  state === 'claimed' && (claimed_at?.getTime() ?? 0) + CLAIM_MINUTES * MINUTE_MS <= Date.now();

export const toCaseView = (row: CaseRow): StaffCase => ({
  _id: row.id,
  subject: { kind: row.subject_kind, _id: row.subject_id },
  member: toPerson(row.member),
  state: hasLapsed(row) ? 'open' : row.state,
  outcome: row.outcome,
  score: row.score,
  reasons: reportCategories.flatMap((category) => {
    const count = row.reasons[category];
    return count === undefined ? [] : [{ category, count, weight: reportWeights[category] }];
  }),
  reportsCount: row.reports_count,
  source: row.source,
  rules: row.rules.map(({ note, effect }) => ({ note, effect, weight: RULE_WEIGHT })),
  held: row.held,
  claimedBy: hasLapsed(row) ? null : toPerson(row.claimer),
  createdAt: row.created_at.toISOString(),
  excerpt: toExcerpt(sumUp(row.subject_kind, row.evidence)),
});

/** Copies made by earlier versions lack the dimensions of their pictures. */
const UNKNOWN = { width: 1280, height: 960, placeholder: '', alt: '' };
const PICTURE = /^(?:(users|post|demo)\/)?[\w-]+\.jpg$/;

/** Returns the pictures of an evidence copy. Their URLs are signed for the viewer, and work while others' do not. */
function toPictures({ files = [], images }: Evidence, kind: CaseKind, sign: SignUrl): EvidencePicture[] {
  const folder = kind === 'member' ? 'users' : 'post';
  const known =
    images ?? files.filter((file) => kind !== 'message' && PICTURE.test(file)).map((file) => ({ file, ...UNKNOWN }));
  return known.map(({ file, ...picture }) => {
    const [name = '', subfolder = folder] = file.split('/').reverse();
    return { ...picture, url: sign(name, subfolder).url };
  });
}

export const toEvidenceView = (copy: Evidence, kind: CaseKind, sign: SignUrl): EvidenceView => ({
  text: copy.text,
  title: copy.title ?? null,
  link: copy.link ?? null,
  files: copy.files ?? [],
  pictures: toPictures(copy, kind, sign),
  documents: (copy.documents ?? []).map(({ file, name }) => ({ name, url: sign(file).downloadUrl })),
  createdAt: copy.createdAt ?? null,
  edited: copy.edited ?? null,
});

const toShown = (row: StaffPostRow | StaffCommentRow) => ({
  _id: row.id,
  author: toPerson(row.author),
  label: row.label,
  hidden: row.hidden,
  held: row.held,
  createdAt: row.created_at.toISOString(),
});

export const toStaffPost = (row: StaffPostRow, sign: SignUrl): StaffPost => ({
  ...toShown(row),
  title: row.title,
  text: row.description,
  pictures: toPictures({ text: '', images: row.images }, 'post', sign),
});

export const toStaffComment = (row: StaffCommentRow): StaffComment => ({
  ...toShown(row),
  text: row.comment,
  repliesCount: row.replies_count,
});

export const toDecisionView = (row: DecisionRow, reversible: boolean): StaffDecision => ({
  _id: row.id,
  kind: row.subject_kind,
  action: row.action,
  label: row.label,
  automated: row.automated,
  rule: row.rule,
  facts: row.facts,
  statement: row.statement,
  until: row.until?.toISOString() ?? null,
  hides: row.hides,
  decidedBy: toPerson(row.decider),
  reverses: row.reverses,
  reversible,
  createdAt: row.created_at.toISOString(),
});
