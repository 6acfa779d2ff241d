import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { AnyAction, CaseKind, StaffDecision } from '@afterhours/contract/moderation/staff-cases';
import type { Person } from '@afterhours/contract/people/people';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';

export const kindNames = defineMessages('moderation.kind', {
  post: 'Post',
  webinar: 'Webinar',
  job: 'Job',
  comment: 'Comment',
  member: 'Member',
  message: 'Message',
  appeal: 'Appeal',
});

export const stateNames = defineMessages('moderation.state', {
  waiting: 'Waiting',
  open: 'Open',
  claimed: 'Claimed',
  closed: 'Closed',
});

export const actionNames = defineMessages('moderation.action', {
  none: 'No action',
  warn: 'Warn',
  label: 'Label',
  hide: 'Hide',
  remove: 'Remove',
  suspend: 'Suspend',
  ban: 'Ban',
  hold: 'Held',
  reverse: 'Reversal',
});

const consequences = defineMessages('moderation.webinars', {
  hide:
    'Nobody can join a webinar while it is hidden. If it is still hidden when it begins, or after 30 days if it has ' +
    'no start, payments are refunded.',
  end:
    'Payments for webinars that have not begun are refunded, and everyone with a seat is notified. Reversing the ' +
    'decision does not undo that.',
});

/** What a decision does to the webinars that it hides. */
export const webinarConsequences: Partial<Record<string, MessageDescriptor>> = {
  hide: consequences.hide,
  remove: consequences.end,
  ban: consequences.end,
};

const texts = defineMessages('moderation.case', {
  gone: 'a deleted member',
  granted: 'Granted',
  rejected: 'Rejected',
  appealRejected: 'Appeal rejected',
});

/** How a case of this kind was closed. */
export function outcomeName(kind: CaseKind, outcome: AnyAction): string {
  if (kind !== 'appeal') return t(actionNames[outcome]);
  return t(outcome === 'none' ? texts.rejected : texts.granted);
}

/** What a decision of a case was. Among them are those on an appeal. */
export const decisionName = ({ kind, action }: Pick<StaffDecision, 'kind' | 'action'>): string =>
  t(kind === 'appeal' ? texts.appealRejected : actionNames[action]);

/** The name of a member or staff member, whose account may be deleted. */
export const nameOf = (person: Pick<Person, 'firstName' | 'lastName'> | null): string =>
  person ? fullName(person) : t(texts.gone);
