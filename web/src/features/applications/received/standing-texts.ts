import { defineMessages } from '@afterhours/contract/base/message';

/** What became of an application, where it is read and where it is rejected. */
export const standingTexts = defineMessages('applications.standing', {
  pending: 'Rejected. {name} is told at {time}.',
  withdrawn: '{name} has withdrawn this application.',
});
