import { defineBroadcast } from '#broadcast.ts';
import { announceOwnRecord } from '#features/account/loaders.ts';
import { accountDeleting, accountVanished } from '#features/account-data/events.ts';
import { selectStaffIds } from '#features/staff/loaders.ts';
import type { Services } from '#services.ts';
import { casesChanged, memberBanned, memberBlocked, memberUnblocked, picturesChanged, postReported } from './events.ts';

const goneBroadcast = defineBroadcast<{ userId: string }>('gone members');

/**
 * Makes members' tabs remove content that the member may no longer see or has chosen to hide, and reload blocks and
 * their own pictures.
 */
export function announceHidden({ channels, events }: Services): void {
  events.after(memberBlocked, ({ userId, blockedId }) => {
    channels.toMember(userId, 'hidden', { user_id: blockedId });
    channels.toMember(blockedId, 'hidden', { user_id: userId });
  });
  for (const event of [memberBlocked, memberUnblocked])
    events.after(event, ({ userId }: { userId: string }) => channels.toMember(userId, 'blocks', {}));
  events.after(picturesChanged, ({ userId }) => announceOwnRecord({ channels }, userId));
  events.after(postReported, ({ userId, postId }) => channels.toMember(userId, 'hidden', { post_id: postId }));
  // Any tab may show a comment by the member, or a list that contains them.
  const hideFromAll = ({ userId }: { userId: string }) => channels.toAllHere('hidden', { user_id: userId, gone: true });
  channels.onBroadcast(goneBroadcast, hideFromAll);
  for (const event of [accountDeleting, accountVanished, memberBanned])
    events.after(event, (gone: { userId: string }) => {
      hideFromAll(gone);
      channels.broadcast(goneBroadcast, 'others', gone);
    });
}

/** When more cases than this change at once, as when a sweep is reversed, the event lists none, which means any. */
const MAX_IDS = 100;

/** Sends staff tabs the ids of changed cases. Changes that happen while a send is under way are sent together. */
export function announceCases({ channels, db, events, serialQueue }: Services): void {
  const changed = new Set<string>();
  events.after(casesChanged, ({ caseIds }) => {
    for (const caseId of caseIds) changed.add(caseId);
    serialQueue.coalesce('cases', async () => {
      const staffIds = await selectStaffIds(db);
      const case_ids = changed.size > MAX_IDS ? [] : [...changed];
      changed.clear();
      for (const userId of staffIds) channels.toMember(userId, 'cases', { case_ids });
    });
  });
}
