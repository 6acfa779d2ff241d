import { defineEvent } from '#db/events.ts';

/** A member has muted or unmuted something. */
export const mutesChanged = defineEvent<{ userId: string }>('mutes.changed');
