import { defineMessages } from '@afterhours/contract/base/message';
import type { TimeProblem } from './publish-times.ts';

/** The texts of scheduling, in the composer and on the page of scheduled posts. */
export const scheduledTexts = defineMessages('posts.scheduled', {
  page: 'Scheduled posts',
  schedule: 'Schedule',
  choose: 'Schedule…',
  at: '{when} ({zone})',
  delete: 'Delete',
});

export const problemTexts = defineMessages('posts.scheduled.problem', {
  missing: 'Please choose a date and a time.',
  skipped: 'The clocks skip this time when they go forward. Please choose another one.',
  past: 'Please choose a time that is still to come.',
  far: 'Please choose a time within the next year.',
}) satisfies Record<TimeProblem, unknown>;

export const SCHEDULED_PATH = '/scheduled';
