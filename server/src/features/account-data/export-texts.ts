/** What is in each part of an export, and what its README says. */
import { defineMessages } from '@afterhours/contract/base/message';

export const exportTexts = defineMessages('export', {
  account: 'your account: names, contact, settings',
  sessions: 'where you are signed in',
  formerUsernames: 'usernames that you have given up in the last 180 days',
  networks:
    'fingerprints of the networks from which you registered and last signed in, kept for 30 days, and the invitation ' +
    'by which you joined',
  passkeys: 'your passkeys',
  linkedAccounts: 'accounts elsewhere that sign you in',
  goals: 'your goals',
  skills: 'your skills',
  educations: 'your education',
  experiences: 'your experience',
  links: 'the links of your profile, in their order',
  posts: 'your posts; `files` names what is attached',
  postRevisions: 'what your posts said before you edited them, and whom that was for',
  drafts: 'what you have written and not published',
  scheduledPosts: 'what you have written to be published later',
  comments: 'your comments and replies',
  likes: 'posts you like',
  commentLikes: 'comments you like',
  bookmarks: 'posts you bookmarked',
  ratings: 'stars you gave',
  followings: 'members you follow',
  followers: 'members who follow you',
  connections: 'your connections',
  invitations: 'invitations you sent',
  messages: 'messages you sent; `files` names what was attached',
  jobApplications: 'jobs you applied to',
  mutes: 'what you have muted',
  payments: 'what you paid for',
  seats: 'your seats in webinars',
  notifications: 'your notifications',
  notificationMails: 'which notifications you want mailed and on which devices, and when not',
  blocks: 'members you block',
  reports: 'what you reported',
  putAway: 'your likes, ratings, follows, connections and invitations while you are banned',
  terms: 'versions of the terms and the privacy policy that you have accepted',
  joinRequest: 'your request to join, while it waits',
  decisions: 'what moderators decided about you, with the reasons and your appeals',
});

export const readmeTexts = defineMessages('export.readme', {
  title: 'Your data from {app}, {time}.',
  form: 'Each .json file is a list. Times are ISO 8601 in UTC; ids are those of the product.',
  files: 'the pictures and documents you uploaded, by the names the lists give',
  leftOut: 'Passwords, sign-in secrets and what others wrote to you are not in here.',
});
