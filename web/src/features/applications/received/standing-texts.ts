import { defineMessages } from '@afterhours/contract/base/message';

/** The state of an application, shown with the application and in the rejection dialog. */
export const standingTexts = defineMessages('applications.standing', {
  pending: 'Rejected. {name} will be notified at {time}.',
  withdrawn: '{name} has withdrawn this application.',
});
