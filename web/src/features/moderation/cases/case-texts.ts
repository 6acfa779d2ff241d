import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
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

const texts = defineMessages('moderation.case', {
  gone: 'a deleted member',
});

/** The name of a member or staff member, whose account may be deleted. */
export const nameOf = (person: Pick<Person, 'firstName' | 'lastName'> | null): string =>
  person ? `${person.firstName} ${person.lastName}` : t(texts.gone);
