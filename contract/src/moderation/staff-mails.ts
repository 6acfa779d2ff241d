/** For owners: mails that are waiting, mails that the mail server rejects, and members whose addresses reject mail. */
import * as z from 'zod/mini';
import { dateTime, id } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { person } from '../people/people.ts';

export const staffMailMessages = defineMessages('staffMails', {
  state: "state must be 'failing' or 'waiting'.",
  retried:
    '{n, plural, =0 {No email is failing.} one {One email is being sent again now.} other {# emails are being ' +
    'sent again now.}}',
  resumed:
    '{n, plural, =0 {Nobody’s emails were off.} one {One member gets email again.} other {# members get email again.}}',
});

export const mailStates = ['failing', 'waiting'] as const;
export type MailState = (typeof mailStates)[number];

/** A waiting mail: about notifications, or another one under the name of the job that sends it. */
export const waitingMail = z.object({
  _id: id,
  /** `notifications`, `digest`, or the name of a job such as `account.mail`. */
  what: z.string(),
  /** The address; null if the mail is composed only when it is sent. */
  to: z.nullable(z.string()),
  /** The number of failed attempts. */
  tries: z.int(),
  /** The mail server's latest response. */
  error: z.nullable(z.string()),
  createdAt: dateTime,
  nextTryAt: dateTime,
});
export type WaitingMail = z.infer<typeof waitingMail>;
z.globalRegistry.add(waitingMail, { id: 'WaitingMail' });

export const listMails = route({
  method: 'GET',
  path: '/staff/mails',
  summary: 'Mails that failed, or are waiting for their first attempt, oldest first',
  access: 'owner',
  cost: 'read',
  query: z.object({
    ...pagingShape,
    state: z._default(z.enum(mailStates, issueText(staffMailMessages.state)), 'failing'),
  }),
  response: z.array(waitingMail),
  beside: pagedBeside,
});

export const retryMails = route({
  method: 'POST',
  path: '/staff/mails/retry',
  summary: 'Try all failing mails again now',
  access: 'owner',
  cost: 'heavy',
  response: z.object({ retried: z.int() }),
});

export const listRefused = route({
  method: 'GET',
  path: '/staff/mails/refused',
  summary: 'Members whose mails about notifications are off because their addresses rejected them',
  access: 'owner',
  cost: 'read',
  query: z.object(pagingShape),
  response: z.array(z.object({ user: person, email: z.string() })),
  beside: pagedBeside,
});
export type RefusedMember = z.infer<typeof listRefused.response>[number];

export const resumeMails = route({
  method: 'POST',
  path: '/staff/mails/resume',
  summary: 'Resume mails to all members whose addresses rejected them',
  access: 'owner',
  cost: 'heavy',
  response: z.object({ resumed: z.int() }),
});
