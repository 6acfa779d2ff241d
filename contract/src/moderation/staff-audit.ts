/** The log of staff actions. */
import * as z from 'zod/mini';
import { dateTime, id } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { rawRoute, route } from '../base/route.ts';
import { person } from '../people/people.ts';

export const staffAuditMessages = defineMessages('staffAudit', { action: 'There is no such action.' });

/** The actions that are logged. */
export const auditActions = [
  'role',
  'case-claimed',
  'decided-none',
  'decided-warn',
  'decided-label',
  'decided-hide',
  'decided-remove',
  'decided-suspend',
  'decided-ban',
  'reversed',
  'sessions-ended',
  'email-confirmed',
  'email-changed',
  'reset-sent',
  'export-sent',
  'member-deleted',
  'factors-removed',
  'seller-approved',
  'seller-ended',
  'log-exported',
  'request-accepted',
  'request-refused',
  'settings',
  'logo',
  'terms',
  'invitation',
  'invitation-ended',
  'swept',
  'filter-saved',
  'filter-deleted',
  'automation',
  'payout',
  'payout-canceled',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** `actor` is null for the server's operator, and for members who are gone; `actorId` stays. */
export const auditEntry = z.object({
  _id: id,
  actor: z.nullable(person),
  actorId: z.nullable(id),
  action: z.string(),
  subject: z.object({ kind: z.string(), _id: id }),
  /** The member who was affected, if they are still here. */
  member: z.nullable(person),
  details: z.object({
    from: z.optional(z.string()),
    to: z.optional(z.string()),
    reason: z.optional(z.string()),
    member: z.optional(z.string()),
    /** The case that was decided, or whose decision was reversed. */
    case: z.optional(z.string()),
    posts: z.optional(z.string()),
    comments: z.optional(z.string()),
    cases: z.optional(z.string()),
    /** A recorded transfer, in the smallest unit of its currency. */
    amount: z.optional(z.string()),
    currency: z.optional(z.string()),
    /** The names of the settings that were changed, separated by commas. */
    settings: z.optional(z.string()),
    /** The rule of a filter, as members read it, or the reason for cancelling the record of a transfer. */
    note: z.optional(z.string()),
  }),
  createdAt: dateTime,
});
export type AuditEntry = z.infer<typeof auditEntry>;

const filters = {
  action: z.optional(z.enum([...auditActions, ''], issueText(staffAuditMessages.action))),
  member: z.optional(z.union([id, z.literal('')])),
};

export const listAudit = route({
  method: 'GET',
  path: '/staff/audit',
  summary: 'What staff have done, latest first; filtered by action, or by a member who acted or was affected',
  access: 'owner',
  cost: 'read',
  query: z.object({ ...pagingShape, ...filters }),
  response: z.array(auditEntry),
  beside: pagedBeside,
});

export const AUDIT_EXPORT_PATH = '/staff/audit/export';

export const exportAudit = rawRoute({
  method: 'GET',
  path: AUDIT_EXPORT_PATH,
  summary: 'The log as CSV, oldest entries first: all of it, or filtered like the list',
  access: 'owner',
  cost: 'heavy',
  query: z.object(filters),
  produces: 'text/csv; charset=utf-8',
});
