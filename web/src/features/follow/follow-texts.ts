import { defineMessages } from '@afterhours/contract/base/message';

/** Texts that the followers panel and the connections page share. */
export const followTexts = defineMessages('follow.lists', {
  followers: 'Followers',
  following: 'Following',
  noFollowers: "You don't have any follower yet",
  noFollowings: 'You are not following anybody yet.',
});
