import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { defineEvent } from '#db/events.ts';

/** A member has changed the contents of their profile: the bio, the links, or one entry. */
export const contentChanged = defineEvent<{ userId: string; change: ServerEventPayload<'ownContent'> }>(
  'profile.content',
);
