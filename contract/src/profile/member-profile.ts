/** Another member's public profile. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { dateTime, id, idParams } from '../base/fields.ts';
import { issueText } from '../base/issue.ts';
import { route } from '../base/route.ts';
import { label } from '../moderation/labels.ts';
import { connectionStatus } from '../people/connections.ts';
import { followablePerson, personTexts } from '../people/people.ts';
import { education, experience, goal, skill } from './profile.ts';

/**
 * Another member as everyone may see them, never with email, phone or date of birth. `login_time` is set while they
 * are online; `updatedAt` is when they were last seen. Both are null if they hide it or nobody is signed in.
 * `connectionRequestId` is the pending invitation between us. `viewerCan` has what the viewer may do.
 */
export const memberProfile = z.extend(followablePerson, {
  cover_image: z.nullable(z.string()),
  country: z.nullable(z.string()),
  createdAt: dateTime,
  login_time: z.nullable(dateTime),
  updatedAt: z.nullable(dateTime),
  bio: z.string(),
  label,
  goals: z.array(goal),
  skills: z.array(skill),
  educations: z.array(education),
  experiences: z.array(experience),
  followersCount: z.int(),
  followingsCount: z.int(),
  connectionsCount: z.int(),
  postsCount: z.int(),
  connectionStatus,
  connectionRequestId: z.nullable(id),
  viewerCan: z.object({
    follow: z.boolean(),
    connect: z.boolean(),
    message: z.boolean(),
    block: z.boolean(),
    report: z.boolean(),
  }),
});
export type MemberProfile = z.infer<typeof memberProfile>;
z.globalRegistry.add(memberProfile, { id: 'MemberProfile' });

export const getMember = route({
  method: 'GET',
  path: '/users/:id',
  summary: "A member's public profile",
  access: 'optional',
  cost: 'read',
  params: idParams,
  response: memberProfile,
});

const gone = issueText(personTexts.gone);

export const getMemberByUsername = route({
  method: 'GET',
  path: '/users/named/:username',
  summary: "A member's public profile by username, current or given up in the last 90 days",
  access: 'optional',
  cost: 'read',
  params: z.object({
    username: z.string(gone).check(
      bounded(120, gone),
      // The database refuses this character.
      z.refine((value) => !value.includes('\0'), gone),
      z.overwrite((value) => value.toLowerCase()),
    ),
  }),
  response: memberProfile,
});
