import { RULE_WEIGHT } from '@afterhours/contract/automation';
import { reportCategories, reportWeights } from '@afterhours/contract/moderation';
import { CLAIM_MINUTES, type StaffCase, type StaffDecision } from '@afterhours/contract/staff-cases';
import { type PersonRow, toPersonView } from '#features/people/views.ts';
import { type CaseRow, type DecisionRow, EXCERPT } from './case-queries.ts';

/** The beginning of a text, cut between characters. */
export const toExcerpt = (text: string): string => {
  const characters = Array.from(text.slice(0, EXCERPT * 2));
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('')}…` : characters.join('');
};

const toPerson = (row: PersonRow | null) => row && toPersonView(row);

/** Whether nobody works on a case any more who once claimed it. */
const hasLapsed = ({ state, claimed_at }: CaseRow): boolean =>
  state === 'claimed' && (claimed_at?.getTime() ?? 0) + CLAIM_MINUTES * 60_000 <= Date.now();

export const toCaseView = (row: CaseRow): StaffCase => ({
  _id: row.id,
  subject: { kind: row.subject_kind, _id: row.subject_id },
  member: toPerson(row.member),
  state: hasLapsed(row) ? 'open' : row.state,
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
  excerpt: toExcerpt([row.evidence.title, row.evidence.text].filter(Boolean).join(': ')),
});

export const toEvidenceView = ({ text, title, link, files, createdAt, edited }: CaseRow['evidence']) => ({
  text,
  title: title ?? null,
  link: link ?? null,
  files: files ?? [],
  createdAt: createdAt ?? null,
  edited: edited ?? null,
});

export const toDecisionView = (row: DecisionRow): StaffDecision => ({
  _id: row.id,
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
  createdAt: row.created_at.toISOString(),
});
