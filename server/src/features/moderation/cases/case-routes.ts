import { DAY_MS } from '@afterhours/contract/base/durations';
import * as ownContract from '@afterhours/contract/moderation/own-decisions';
import * as contract from '@afterhours/contract/moderation/staff-cases';
import { listCaseComments } from '@afterhours/contract/moderation/staff-evidence';
import type { Db } from '#db/connection/pool.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import type { Actor } from '#features/staff/loaders.ts';
import { loadSigner } from '#features/uploads/loaders.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { appealDecision, claimCase, decideCase, reverseDecision } from './case-commands.ts';
import {
  type CaseRow,
  caseKey,
  selectAppealed,
  selectCase,
  selectCases,
  selectDecisions,
  selectEarlier,
  selectPath,
  selectReports,
} from './case-queries.ts';
import {
  sumUp,
  toCaseView,
  toDecisionView,
  toEvidenceView,
  toExcerpt,
  toStaffComment,
  toStaffPost,
} from './case-views.ts';
import { canReverse, findRefusal } from './deciders.ts';
import { type OwnDecisionRow, ownDecisionKey, selectOwnDecisions } from './decision-queries.ts';
import { isAgainst } from './decision-rules.ts';
import { selectParent, selectStaffPost, selectThread, staffCommentKey } from './thread/thread-queries.ts';

const { caseMessages } = contract;
const QUEUE = 'cases';
const OWN = 'own-decisions';
const THREAD = 'case-comments';
/** The latest reports, at most this many, are enough context. */
const SHOWN_REPORTS = 50;

async function requireCase({ db }: Services, id: string): Promise<CaseRow> {
  const row = await selectCase(db, id);
  if (!row) throw notFound(caseMessages.notFound);
  return row;
}

async function loadDecisions(db: Db, viewer: Actor, caseId: string): Promise<contract.StaffDecision[]> {
  const rows = await selectDecisions(db, caseId);
  return Promise.all(rows.map(async (row) => toDecisionView(row, await canReverse(db, viewer, row))));
}

async function loadDetail(services: Services, viewer: Actor, id: string): Promise<contract.StaffCaseDetail> {
  const row = await requireCase(services, id);
  const { db } = services;
  const [refusal, path, appealed, post, parent, sign, reports, decisions, earlier] = await Promise.all([
    findRefusal(db, viewer, row),
    selectPath(db, row),
    selectAppealed(db, row),
    row.subject_kind === 'comment' && row.post_id !== null ? selectStaffPost(db, row.post_id) : null,
    row.subject_kind === 'comment' ? selectParent(db, row.subject_id) : null,
    loadSigner(db, viewer.userId),
    selectReports(db, id, SHOWN_REPORTS),
    loadDecisions(db, viewer, id),
    selectEarlier(db, row.member_id, id, contract.MAX_EARLIER),
  ]);
  return {
    ...toCaseView(row),
    refusal,
    evidence: toEvidenceView(row.evidence, row.subject_kind, sign),
    appealed: appealed
      ? { kind: appealed.subject_kind, evidence: toEvidenceView(appealed.evidence, appealed.subject_kind, sign) }
      : null,
    above: { post: post ? toStaffPost(post, sign) : null, comment: parent ? toStaffComment(parent) : null },
    path,
    reports: reports.map(({ id: _id, category, words, created_at }) => ({
      _id,
      category,
      // What reporters write often tells who they are.
      words: refusal === 'own' ? null : words,
      createdAt: created_at.toISOString(),
    })),
    decisions,
    earlier: earlier.map((one) => ({
      _id: one.id,
      kind: one.subject_kind,
      outcome: one.outcome,
      createdAt: one.created_at.toISOString(),
    })),
  };
}

function toOwnDecisionView(row: OwnDecisionRow): ownContract.OwnDecision {
  const until = new Date(row.created_at.getTime() + contract.APPEAL_DAYS * DAY_MS);
  const open = isAgainst(row.action) && !row.reversed && row.appeal === null && until.getTime() > Date.now();
  return {
    _id: row.id,
    subject: { kind: row.subject_kind, _id: row.subject_id },
    excerpt: toExcerpt(sumUp(row.subject_kind, row.evidence)),
    action: row.action,
    label: row.label,
    rule: row.rule,
    facts: row.facts,
    statement: row.statement,
    until: row.until?.toISOString() ?? null,
    hides: row.hides,
    pictures: row.pictures,
    byNotice: row.by_notice,
    automated: row.automated,
    reversed: row.reversed,
    appeal: row.appeal,
    appealUntil: open ? until.toISOString() : null,
    createdAt: row.created_at.toISOString(),
  };
}

function bindOwn({ bind, services }: FeatureContext): void {
  bind(ownContract.listOwnDecisions, async ({ viewerId, query }) => {
    const start = pageStart(OWN, ['id'], query);
    const rows = await selectOwnDecisions(services.readsNow, viewerId, start);
    const { items, ...paging } = toPage(OWN, rows, start, ownDecisionKey);
    return { body: items.map(toOwnDecisionView), ...paging };
  });

  bind(ownContract.appealDecision, async ({ viewerId, params, body }) => {
    await appealDecision(services, viewerId, params.id, body.words);
    return { message: caseMessages.appealed, body: { _id: params.id } };
  });
}

/** Binds the queue for staff, and the routes with which members read and appeal decisions about them. */
export function bindCases(context: FeatureContext): void {
  const { bind, services } = context;
  bindOwn(context);

  bind(contract.listCases, async ({ query }) => {
    const start = pageStart(QUEUE, ['integer', 'id'], query);
    const filters = { state: query.state || ('waiting' as const), kind: query.kind || null };
    const rows = await selectCases(services.readsNow, filters, start);
    const { items, ...paging } = toPage(QUEUE, rows, start, caseKey);
    return { body: items.map(toCaseView), ...paging };
  });

  bind(contract.getCase, async ({ session, params }) => ({ body: await loadDetail(services, session, params.id) }));

  bind(listCaseComments, async ({ params, query }) => {
    const start = pageStart(THREAD, ['id'], query);
    const requested = await requireCase(services, params.id);
    const about = (await selectAppealed(services.readsNow, requested)) ?? requested;
    const rows = about.post_id === null ? [] : await selectThread(services.readsNow, about, start);
    const { items, ...paging } = toPage(THREAD, rows, start, staffCommentKey);
    return { body: items.map(toStaffComment), ...paging };
  });

  bind(contract.claimCase, async ({ session, params }) => {
    await claimCase(services, session, params.id);
    const message = english(caseMessages.claimed, { minutes: contract.CLAIM_MINUTES });
    return { message, body: toCaseView(await requireCase(services, params.id)) };
  });

  bind(contract.decideCase, async ({ session, params, body }) => {
    const _id = await decideCase(services, session, params.id, body);
    return { message: caseMessages.decided, body: { _id, action: body.action } };
  });

  bind(contract.reverseDecision, async ({ session, params, body }) => {
    const _id = await reverseDecision(services, session, params.id, body.statement);
    return { message: caseMessages.reversed, body: { _id, reverses: params.id } };
  });
}
