import { defineMessages } from '@afterhours/contract/base/message';

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
