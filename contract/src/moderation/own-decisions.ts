/** What staff have decided about a member, as that member reads it, and the appeal against it. */
import * as z from 'zod/mini';
import { dateTime, id, idParams } from '../base/fields.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { label } from './labels.ts';
import { anyAction, caseKinds, caseMessages, explanation } from './staff-cases.ts';

/**
 * The statement of reasons: what was decided, by people or the automation, about what, on which facts, by which rule.
 */
export const ownDecision = z.object({
  _id: id,
  subject: z.object({ kind: z.enum(caseKinds), _id: id }),
  excerpt: z.string(),
  action: anyAction,
  label,
  rule: z.nullable(z.string()),
  facts: z.nullable(z.string()),
  statement: z.nullable(z.string()),
  /** The end of the member's suspension. */
  until: z.nullable(dateTime),
  /** For a suspension: whether it also hides the reported content. */
  hides: z.boolean(),
  /** Whether it hides the pictures of the profile. */
  pictures: z.boolean(),
  /** Whether the decision followed reports by members. */
  byNotice: z.boolean(),
  /** True for a decision of the automation, which holds content until a moderator has reviewed it. */
  automated: z.boolean(),
  reversed: z.boolean(),
  appeal: z.nullable(z.enum(['waiting', 'decided'])),
  /** The deadline for an appeal; null if the decision cannot be appealed. */
  appealUntil: z.nullable(dateTime),
  createdAt: dateTime,
});
export type OwnDecision = z.infer<typeof ownDecision>;

export const listOwnDecisions = route({
  method: 'GET',
  path: '/me/decisions',
  summary: 'What staff have decided about me and my content, latest first, with the reasons',
  access: 'member',
  cost: 'read',
  whileSuspended: true,
  query: z.object(pagingShape),
  response: z.array(ownDecision),
  beside: pagedBeside,
});

export const appealDecision = route({
  method: 'POST',
  path: '/me/decisions/:id/appeal',
  summary: 'Appeal a decision, once; decided by somebody else if there is another decider',
  access: 'member',
  cost: 'write',
  whileSuspended: true,
  params: idParams,
  body: z.object({ words: explanation(caseMessages.words) }),
  response: z.object({ _id: id }),
});
