/** Who may see profiles and posts. Separate from the models, because pages that show posts need no schemas. */
import { defineMessages } from '../base/message.ts';

/** A profile is visible to everyone, or only to signed-in members. */
export const profileVisibilities = ['public', 'members'] as const;
export type ProfileVisibility = (typeof profileVisibilities)[number];

/** A post may also be visible only to its author's connections. */
export const postVisibilities = ['public', 'members', 'connections'] as const;
export type PostVisibility = (typeof postVisibilities)[number];

export const visibilityMessages = defineMessages('visibility', {
  profile: "This must be 'public' or 'members'.",
  post: "This must be 'public', 'members' or 'connections'.",
});
