import { defineMessages } from '@afterhours/contract/base/message';

/** What is shown in place of posts while there are none. */
export const noPostsTexts = defineMessages('activities.none', {
  member: 'This member has not posted anything yet.',
  own: 'Your posts will appear here.',
});

/** The titles of a page about a post, and what is below it. */
export const activityTexts = defineMessages('activities.page', {
  title: 'Activities',
  post: 'Post',
  postBy: 'Post by {name}',
  more: 'More from {name}',
  yours: 'Your posts',
  scheduled: 'Scheduled posts',
  toFeed: 'Go to the feed',
});
