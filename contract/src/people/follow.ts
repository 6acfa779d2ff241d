/** Following: one-sided, without the other member's consent; idempotent, exactly counted. */
import * as z from 'zod/mini';
import { id, optionalId } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { pagedBeside, pagingShape } from '../base/paging.ts';
import { route } from '../base/route.ts';
import { followablePerson } from './people.ts';

export const followMessages = defineMessages('follow', {
  following: 'Now following {name}.',
  unfollowed: 'You no longer follow {name}.',
  oneself: 'You cannot follow yourself.',
  action: "action must be 'follow' or 'unfollow'.",
});

export const setFollow = route({
  method: 'POST',
  path: '/follow/followUnfollowUser',
  summary: 'Follow or unfollow a member',
  access: 'member',
  cost: 'write',
  body: z.object({
    action: z.enum(['follow', 'unfollow'], issueText(followMessages.action)),
    follow_user_id: id,
  }),
  response: z.object({ following: z.boolean(), follow_user_id: id, followersCount: z.int() }),
});

const listQuery = z.object({ ...pagingShape, userId: optionalId });

export const listFollowers = route({
  method: 'GET',
  path: '/follow/getfollower',
  summary: 'Members who follow me, or the member userId; newest first',
  access: 'member',
  cost: 'read',
  query: listQuery,
  response: z.array(z.object({ _id: id, followerUser: followablePerson })),
  beside: { ...pagedBeside, total: z.int() },
});

export const listFollowings = route({
  method: 'GET',
  path: '/follow/getfollowings',
  summary: 'Members whom I follow, or the member userId follows; newest first',
  access: 'member',
  cost: 'read',
  query: listQuery,
  response: z.array(z.object({ _id: id, followingUser: followablePerson })),
  beside: { ...pagedBeside, total: z.int() },
});
