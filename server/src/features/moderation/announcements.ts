import { selectStaffIds } from '#features/staff/loaders.ts';
import type { Services } from '#services.ts';
import { casesChanged, memberBlocked, postReported } from './events.ts';

/** Sends the tabs of members what they may not see any more, or do not want to. */
export function announceHidden({ channels, events }: Services): void {
  events.after(memberBlocked, ({ userId, blockedId }) => {
    channels.toMember(userId, 'hidden', { user_id: blockedId });
    channels.toMember(blockedId, 'hidden', { user_id: userId });
  });
  events.after(postReported, ({ userId, postId }) => channels.toMember(userId, 'hidden', { post_id: postId }));
}

/** More cases at once, as of a sweep that is reversed, are sent as "any". */
const MOST_NAMED = 100;

/** Sends the tabs of staff which cases have changed; what changes meanwhile is sent together. */
export function announceCases({ channels, db, events, serialQueue }: Services): void {
  const changed = new Set<string>();
  events.after(casesChanged, ({ caseIds }) => {
    for (const caseId of caseIds) changed.add(caseId);
    serialQueue.coalesce('cases', async () => {
      const staffIds = await selectStaffIds(db);
      const case_ids = changed.size > MOST_NAMED ? [] : [...changed];
      changed.clear();
      for (const userId of staffIds) channels.toMember(userId, 'cases', { case_ids });
    });
  });
}
