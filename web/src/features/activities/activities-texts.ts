import { defineMessages } from '@afterhours/contract/base/message';

/** What is shown in place of posts while there are none. */
export const noPostsTexts = defineMessages('activities.none', {
  member: 'This member has not posted anything yet.',
  own: 'Your posts will appear here.',
});
