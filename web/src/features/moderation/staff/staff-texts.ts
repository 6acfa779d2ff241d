import { defineMessages } from '@afterhours/contract/base/message';

export const roleNames = defineMessages('moderation.role', {
  owner: 'Owner',
  moderator: 'Moderator',
  member: 'No role',
});

export const auditNames = defineMessages('moderation.audit', {
  role: 'Role changed',
  'case-claimed': 'Case claimed',
  'decided-none': 'Decided: no action',
  'decided-warn': 'Decided: warned',
  'decided-hide': 'Decided: hidden',
  'decided-remove': 'Decided: removed',
  'decided-suspend': 'Decided: suspended',
  'decided-ban': 'Decided: banned',
  reversed: 'Decision reversed',
  'sessions-ended': 'Sessions ended',
  'email-confirmed': 'Email confirmed',
  'email-changed': 'Email changed',
  'reset-sent': 'Password reset sent',
  'member-deleted': 'Account deleted',
  'factors-removed': 'Passkeys and two-step verification removed',
  'seller-approved': 'Approved to publish webinars',
  'seller-ended': 'No longer approved to publish webinars',
  'log-exported': 'Log exported',
  'request-accepted': 'Request to join accepted',
  'request-refused': 'Request to join refused',
  settings: 'Settings of the community changed',
  logo: 'Logo changed',
  terms: 'New version of the terms',
  invitation: 'Invitation made',
  'invitation-ended': 'Invitation ended',
  swept: 'Much hidden or decided at once',
  'filter-saved': 'Filter saved',
  'filter-deleted': 'Filter deleted',
  automation: 'Automation switched',
});
