/**
 * The notification triggers. Each event of another feature writes at most one notification per member, in the event's
 * own transaction: never for the member's own action, only if the matching switch is on, and, for actions that can be
 * undone, never twice for the same actor and group.
 */
import type { Services } from '#services.ts';
import { listenToComments } from './comment-triggers.ts';
import { listenToBlocks, listenToDeletions } from './deletion-triggers.ts';
import { listenToHiring } from './hiring-triggers.ts';
import { listenToLikes } from './like-triggers.ts';
import { listenToMentions } from './mention-triggers.ts';
import { listenToMessages } from './message-triggers.ts';
import { listenToModeration } from './moderation-triggers.ts';
import { listenToFollows, listenToInvitations } from './network-triggers.ts';
import { listenToSchedule } from './schedule-triggers.ts';
import { listenToWebinars } from './webinar-triggers.ts';

export function listen(services: Services): void {
  listenToDeletions(services);
  listenToBlocks(services);
  listenToLikes(services);
  listenToComments(services);
  listenToMentions(services);
  listenToFollows(services);
  listenToInvitations(services);
  listenToMessages(services);
  listenToModeration(services);
  listenToHiring(services);
  listenToWebinars(services);
  listenToSchedule(services);
}
