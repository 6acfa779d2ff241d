import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { AccountSwitches } from './account-switches.tsx';

const texts = defineMessages('profile.notifications', {
  messages: 'Messages',
  messagesHint: 'Someone sends you a message.',
  comments: 'Comments',
  commentsHint: 'Someone comments on your post, replies to you or mentions you.',
  likes: 'Likes',
  likesHint: 'Someone likes your post or comment.',
  follow: 'Follow',
  followHint: 'Someone follows you.',
  events: 'Events',
  eventsHint: 'Webinars, job applications and invitations.',
});

const switches = [
  { name: 'message_notification', label: texts.messages, hint: texts.messagesHint },
  { name: 'comment_notification', label: texts.comments, hint: texts.commentsHint },
  { name: 'like_notification', label: texts.likes, hint: texts.likesHint },
  { name: 'follow_notification', label: texts.follow, hint: texts.followHint },
  { name: 'event_notification', label: texts.events, hint: texts.eventsHint },
] as const;

/** A switch for each kind of notification. */
export const NotificationSwitches = ({ user }: { user: OwnUser }) => (
  <AccountSwitches user={user} switches={switches} />
);
