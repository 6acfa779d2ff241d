import type { ServerEventPayload } from '@afterhours/contract/realtime';
import type { Services } from '#services.ts';

/** Sends a change to the contents of the member's profile to all their tabs. */
export const announceContent = (
  { channels }: Pick<Services, 'channels'>,
  userId: string,
  change: ServerEventPayload<'ownContent'>,
): void => channels.toMember(userId, 'ownContent', change);
