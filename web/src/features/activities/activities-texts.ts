import { defineMessages } from '@afterhours/contract/base/message';

/** Shown in place of a member's posts if there are none. */
export const noPostsTexts = defineMessages('activities.none', {
  member: 'This member has not posted anything yet.',
  own: 'Your posts will appear here.',
});

/** The titles of a post's page and of the sections below the post. */
export const activityTexts = defineMessages('activities.page', {
  title: 'Activities',
  post: 'Post',
  postBy: 'Post by {name}',
  more: 'More from {name}',
  yours: 'Your posts',
  scheduled: 'Scheduled posts',
  toFeed: 'Go to the feed',
  gone: 'This post is no longer available.',
});
