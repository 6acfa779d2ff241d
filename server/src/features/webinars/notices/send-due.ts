/** Notifies members about webinars, once per notice: by notification, on their devices, and by mail. */
import { lockCounters } from '#access/members.ts';
import { lockPosts } from '#access/posts.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { calendarSite } from '../calendar/calendar.ts';
import { webinarNoticed } from '../events.ts';
import { noticeMail } from './mails.ts';
import { claimNotices, selectMailedNotice, selectUnsent } from './queries.ts';

const BATCH_SIZE = 50;

const noticeMailJob = defineJob<{ noticeId: string }>('webinars.mail', { mails: true });

/** Sends a batch of notices; returns the size of the batch. */
function sendBatch(services: Services): Promise<number> {
  return inTransaction(services, async (tx) => {
    const unsent = await selectUnsent(tx.db, BATCH_SIZE);
    if (unsent.length === 0) return 0;
    // In the order of locks (architecture.md): posts, counts of members, then the rows that belong to them.
    await lockPosts(tx.db, [...new Set(unsent.map(({ post_id }) => post_id))]);
    await lockCounters(tx.db, [...new Set(unsent.map(({ user_id }) => user_id))]);
    const claimed = await claimNotices(
      tx.db,
      unsent.map(({ id }) => id),
    );
    await tx.emitAll(
      webinarNoticed,
      claimed.map(({ post_id: postId, user_id: userId, ...notice }) => ({ postId, userId, ...notice })),
    );
    await services.jobs.enqueueAll(
      tx.db,
      noticeMailJob,
      claimed.map(({ id: noticeId }) => ({ noticeId })),
    );
    return unsent.length;
  });
}

/** Sends all pending notices. If a server dies, no notice is sent twice: each is marked in the same transaction. */
export async function sendDueNotices(services: Services): Promise<void> {
  while ((await sendBatch(services)) === BATCH_SIZE);
}

/** Registers the job that mails notices. */
export function registerNoticeMails(services: Services): void {
  services.jobs.work(noticeMailJob, async ({ noticeId }) => {
    const notice = await selectMailedNotice(services.db, noticeId);
    if (!notice) return;
    const mail = noticeMail(notice, calendarSite(services));
    if (mail) await services.mail.send(mail);
  });
}
