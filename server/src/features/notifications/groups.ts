/**
 * The groups of notifications: those of one group are combined into one while it is unread. The key of a group is its
 * name and the ids of what it is about, with colons between them. All keys are made here, because statements look for
 * names and ids in stored keys. Servers of other versions know the same keys.
 */
import type { NotificationKind } from '@afterhours/contract/constants/notifications';
import { type RawBuilder, sql } from 'kysely';

declare const madeHere: unique symbol;
export type GroupKey = string & { readonly [madeHere]: true };

const join = (...parts: string[]): GroupKey => parts.join(':') as GroupKey;

export const groupKey = {
  likesOfPost: (postId: string) => join('like', 'post', postId),
  likesOfComment: (commentId: string) => join('like', 'comment', commentId),
  comments: (postId: string) => join('comment', postId),
  replies: (commentId: string) => join('reply', commentId),
  mentionInPost: (postId: string) => join('mention', postId),
  mentionsInComments: (postId: string) => join('mentions', postId),
  follow: (followerId: string) => join('follow', followerId),
  invitation: (invitationId: string) => join('invitation', invitationId),
  acceptance: (invitationId: string) => join('accepted', invitationId),
  chat: (conversationId: string) => join('message', conversationId),
  application: (jobPostId: string, applicantId: string) => join('job', jobPostId, applicantId),
  savedSearch: (searchId: string) => join('jobMatched', searchId),
  joinedWebinar: (postId: string) => join('webinar', postId),
  webinarNotice: (kind: string, key: string, postId: string) => join(`webinar-${kind}`, key, postId),
  deletedWebinar: (postId: string) => join('webinar-deleted', postId),
  paymentTrouble: (trouble: string, paymentId: string) => join(`payment-${trouble}`, paymentId),
  payout: (change: 'recorded' | 'canceled', payoutId: string) => join(`payout-${change}`, payoutId),
  /** One group for each kind and subject, for notifications that no member causes. */
  kind: (kind: NotificationKind, subjectId: string) => join(kind, subjectId),
};

/** SQL: whether the key of `n` has this form. */
const hasForm = (pattern: string): RawBuilder<boolean> => sql`n.group_key LIKE ${sql.lit(pattern)}`;

export const isOfComments = hasForm(groupKey.comments('%'));
export const isOfMentionsInComments = hasForm(groupKey.mentionsInComments('%'));
export const isOfInvitation = hasForm(groupKey.invitation('%'));
export const isOfPayout = hasForm('payout-%');

/** SQL: the id in the key of `n`, such as that of a conversation, an invitation or a payout. */
export const idInKey: RawBuilder<string> = sql`split_part(n.group_key, ':', 2)::uuid`;
