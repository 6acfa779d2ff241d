/**
 * What staff decide on. All reports of one subject form one case; whoever claims it has it to themselves for a while. A
 * decision has a statement of reasons, which the affected member reads and can appeal once. An appeal is a case, too.
 */
import * as z from 'zod/mini';
import { dateTime, flag, givenDateTime, id, idParams, text } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages, type MessageDescriptor } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { labels } from '../constants/labels.ts';
import { person } from '../people/people.ts';
import { filterEffects } from './automation.ts';
import { label } from './labels.ts';
import { reportCategories, reportedKinds } from './moderation.ts';
import { evidence, staffComment, staffPost } from './staff-evidence.ts';

export const caseKinds = [...reportedKinds, 'appeal'] as const;
export type CaseKind = (typeof caseKinds)[number];
/** Whether a subject of this kind can be hidden: posts of all types, comments and messages. */
export const canBeHidden = (kind: CaseKind): boolean => kind !== 'member' && kind !== 'appeal';
/** Whether a case of this kind can be decided by hiding or removing: of a member, only the pictures can be hidden. */
export const canHide = (kind: CaseKind, action: 'hide' | 'remove'): boolean =>
  canBeHidden(kind) || (kind === 'member' && action === 'hide');
/** Whether a subject of this kind can have a label: everything except private messages and appeals. */
export const canBeLabelled = (kind: CaseKind): boolean => kind !== 'message' && kind !== 'appeal';
export const caseStates = ['open', 'claimed', 'closed'] as const;
export type CaseState = (typeof caseStates)[number];
export const decisionActions = ['none', 'warn', 'hide', 'remove', 'suspend', 'ban', 'label'] as const;
export type DecisionAction = (typeof decisionActions)[number];

export const CLAIM_MINUTES = 30;
export const MAX_STATEMENT = 3_000;
/** How many other cases about the same member a case comes with. */
export const MAX_EARLIER = 20;
export const APPEAL_DAYS = 183;
/** The longest suspension, in days. */
export const MAX_SUSPENSION_DAYS = 366;

/** Messages for suspended and banned members. */
export const sanctionMessages = defineMessages('sanction', {
  suspended: 'Your account is suspended. You can read why, appeal, export your data or delete your account.',
  banned: 'Your account is banned. You can read why, appeal, export your data or delete your account.',
});

export const caseMessages = defineMessages('cases', {
  notFound: 'There is no such case.',
  state: "state must be 'open', 'claimed', 'closed' or 'waiting'.",
  kind: 'kind must be one of {kinds}.',
  claimed: 'You have {minutes} minutes to decide. Nobody else can decide this case in the meantime.',
  taken: 'Somebody else is working on this case.',
  closed: 'This case has already been decided.',
  own: 'You cannot decide about yourself.',
  staff: 'Only owners can decide about owners and moderators.',
  action: 'Please choose what to do.',
  notHidden: 'Posts, comments and messages can be hidden or removed. Of members, only the pictures can be hidden.',
  label: 'Please choose a label.',
  labelOnly: 'Please choose a label only if the decision is to label.',
  notLabelled: 'Only posts, comments and members can have a label.',
  appealAction: 'An appeal ends with no action, or with the reversal of its decision.',
  until: 'Only a suspension ends by itself. Reverse the decision instead.',
  suspendUntil: 'Please choose when the suspension ends, at most a year from now.',
  hideToo: 'Only posts, comments and messages can be hidden, too, and only with a suspension.',
  rule: 'Please name the rule.',
  statement: 'Please tell the member what you decided, and why.',
  decided: 'Decided.',
  noDecision: 'There is no such decision.',
  reversed: 'The decision has been reversed.',
  isReversed: 'This decision has already been reversed.',
  sameDecider: 'You made the decision, so somebody else has to decide on this appeal.',
  words: 'Please explain why you disagree.',
  appealed: 'Thank you. Somebody else will review it.',
  appealedBefore: 'You have already appealed this decision.',
  tooLate: 'The deadline to appeal this decision has passed.',
});

/** Why somebody decided or appeals, with the message for an empty text. */
export const explanation = (message: MessageDescriptor) => text({ max: MAX_STATEMENT, required: issueText(message) });

const reason = z.object({ category: z.enum(reportCategories), count: z.int(), weight: z.int() });

/** A rule of the automation that matched, as members read it. */
const foundRule = z.object({ note: z.string(), effect: z.enum(filterEffects), weight: z.int() });

/** What opened a case: reports of members, or the automation. */
export const caseSources = ['reports', 'automation'] as const;
export type CaseSource = (typeof caseSources)[number];

/** Only the automation holds; everything else is decided by people. */
export const anyAction = z.enum([...decisionActions, 'hold', 'reverse']);
export type AnyAction = z.infer<typeof anyAction>;

/**
 * How a case was closed: by an action, or by `reverse` if it was reversed. An appeal was rejected by `none` and granted
 * by `reverse`.
 */
const caseOutcome = z.enum([...decisionActions, 'reverse']);
export type CaseOutcome = z.infer<typeof caseOutcome>;

/** Why somebody may not claim or decide a case; `caseMessages` has a sentence for each. */
export const refusals = ['own', 'staff', 'sameDecider'] as const;
export type Refusal = (typeof refusals)[number];

/** `score` is the sum of each reason's count times its weight, plus the weights of the rules. */
export const staffCase = z.object({
  _id: id,
  subject: z.object({ kind: z.enum(caseKinds), _id: id }),
  member: z.nullable(person),
  state: z.enum(caseStates),
  /** Null for a case that is not closed. */
  outcome: z.nullable(caseOutcome),
  score: z.int(),
  reasons: z.array(reason),
  reportsCount: z.int(),
  source: z.enum(caseSources),
  rules: z.array(foundRule),
  /** Visible only to its author until somebody decides. */
  held: z.boolean(),
  claimedBy: z.nullable(person),
  createdAt: dateTime,
  /** The beginning of the reported text. */
  excerpt: z.string(),
});
export type StaffCase = z.infer<typeof staffCase>;
z.globalRegistry.add(staffCase, { id: 'StaffCase' });

export const staffDecision = z.object({
  _id: id,
  /** What it is about: an appeal, if it rejects one. */
  kind: z.enum(caseKinds),
  action: anyAction,
  label,
  /** True for a decision of the automation; `decidedBy` is null then. */
  automated: z.boolean(),
  rule: z.nullable(z.string()),
  facts: z.nullable(z.string()),
  statement: z.nullable(z.string()),
  /** The end of the member's suspension. */
  until: z.nullable(dateTime),
  /** For a suspension: whether it also hides the reported content. */
  hides: z.boolean(),
  decidedBy: z.nullable(person),
  reverses: z.nullable(id),
  /** Whether the viewer may reverse it. */
  reversible: z.boolean(),
  createdAt: dateTime,
});
export type StaffDecision = z.infer<typeof staffDecision>;

export const staffCaseDetail = z.extend(staffCase, {
  /** Why the viewer may not claim or decide it; null if they may. */
  refusal: z.nullable(z.enum(refusals)),
  evidence,
  /** For an appeal: the subject of the decision that is appealed. Null for every other case. */
  appealed: z.nullable(z.object({ kind: z.enum(caseKinds), evidence })),
  /** What a comment belongs to: its post, and for a reply its comment. Null for other subjects, and if it is gone. */
  above: z.object({ post: z.nullable(staffPost), comment: z.nullable(staffComment) }),
  /** Where to find the subject in the product; null for messages, and if it is gone. */
  path: z.nullable(z.string()),
  reports: z.array(
    z.object({ _id: id, category: z.enum(reportCategories), words: z.nullable(z.string()), createdAt: dateTime }),
  ),
  /** The decisions of this case; for an appeal, those of the case that it is about. */
  decisions: z.array(staffDecision),
  /** Other cases about the same member, latest first, at most MAX_EARLIER; `outcome` as in a case. */
  earlier: z.array(
    z.object({ _id: id, kind: z.enum(caseKinds), outcome: z.nullable(caseOutcome), createdAt: dateTime }),
  ),
});
export type StaffCaseDetail = z.infer<typeof staffCaseDetail>;

const kindText = issueText(caseMessages.kind, { kinds: caseKinds.join(', ') });

export const listCases = route({
  method: 'GET',
  path: '/staff/cases',
  summary: 'Cases by score, highest first; without a state, those that are waiting for a decision',
  access: 'moderator',
  cost: 'read',
  query: z.object({
    ...pagingShape,
    state: z.optional(z.enum([...caseStates, 'waiting', ''], issueText(caseMessages.state))),
    kind: z.optional(z.enum([...caseKinds, ''], kindText)),
  }),
  response: z.array(staffCase),
  beside: pagedBeside,
});

export const getCase = route({
  method: 'GET',
  path: '/staff/cases/:id',
  summary: 'A case with its evidence, reports and decisions',
  access: 'moderator',
  cost: 'read',
  params: idParams,
  response: staffCaseDetail,
});

export const claimCase = route({
  method: 'POST',
  path: '/staff/cases/:id/claim',
  summary: 'Claim a case for half an hour; 409 if somebody else has claimed it, 403 if they have to decide it',
  access: 'moderator',
  cost: 'write',
  params: idParams,
  response: staffCase,
});

type Reasons = { action: DecisionAction; rule?: string | null | undefined; statement?: string | null | undefined };

/** Every action except none requires a rule and a statement for the member. */
export const withReasons = [
  z.refine<Reasons>(({ action, rule }) => action === 'none' || Boolean(rule), {
    path: ['rule'],
    error: issueText(caseMessages.rule),
  }),
  z.refine<Reasons>(({ action, statement }) => action === 'none' || Boolean(statement), {
    path: ['statement'],
    error: issueText(caseMessages.statement),
  }),
] as const;

/**
 * The action `hide` in a case about a member hides the picture and the cover of the profile. The fields `until` and
 * `hide` are for a suspension; `hide` also hides the reported content. `label` is for the action of that name. Each is
 * rejected with any other action. A label or a ban lasts until it is reversed.
 */
export const decideCase = route({
  method: 'POST',
  path: '/staff/cases/:id/decisions',
  summary: 'Decide a case; every action except none requires a rule and a statement for the member',
  access: 'moderator',
  cost: 'write',
  recent: { action: ['ban'] },
  params: idParams,
  body: z
    .object({
      action: z.enum(decisionActions, issueText(caseMessages.action)),
      label: z.optional(z.nullable(z.enum(labels, issueText(caseMessages.label)))),
      rule: z.optional(z.nullable(text({ max: 200 }))),
      facts: z.optional(z.nullable(text({ max: MAX_STATEMENT }))),
      statement: z.optional(z.nullable(text({ max: MAX_STATEMENT }))),
      until: z.optional(z.nullable(givenDateTime(issueText(caseMessages.suspendUntil)))),
      hide: z.optional(flag(issueText(caseMessages.hideToo))),
    })
    .check(
      ...withReasons,
      z.refine(({ action, label }) => action !== 'label' || Boolean(label), {
        path: ['label'],
        error: issueText(caseMessages.label),
      }),
    ),
  response: z.object({ _id: id, action: z.enum(decisionActions) }),
});

export const reverseDecision = route({
  method: 'POST',
  path: '/staff/decisions/:id/reverse',
  summary: 'Reverse a decision; restores what it hid',
  access: 'moderator',
  cost: 'write',
  params: idParams,
  body: z.object({ statement: explanation(caseMessages.statement) }),
  response: z.object({ _id: id, reverses: id }),
});
