/** Who may see profiles and posts: apart from the models, because pages that show posts need no schemas. */
import { defineMessages } from '../base/message.ts';

/** A profile is for everybody, or for those who are signed in. */
export const profileVisibilities = ['public', 'members'] as const;
export type ProfileVisibility = (typeof profileVisibilities)[number];

/** A post may also be for the connections of its author alone. */
export const postVisibilities = ['public', 'members', 'connections'] as const;
export type PostVisibility = (typeof postVisibilities)[number];

export const visibilityMessages = defineMessages('visibility', {
  profile: "This must be 'public' or 'members'.",
  post: "This must be 'public', 'members' or 'connections'.",
});
