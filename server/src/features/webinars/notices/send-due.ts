/** Tells members of webinars, each once: a notification, their devices, and a mail. */
import { lockMembers } from '#access/members.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { webinarNoticed } from '../events.ts';
import { noticeMail } from './mails.ts';
import { claimNotices, holdPosts, selectMailedNotice, selectUntold } from './queries.ts';

const AT_ONCE = 50;

const noticeMailJob = defineJob<{ noticeId: string }>('webinars.mail', { mails: true });

/** Tells some of those who wait to be told; returns how many there were. */
function tellSome(services: Services): Promise<number> {
  return inTransaction(services, async (tx) => {
    const untold = await selectUntold(tx.db, AT_ONCE);
    if (untold.length === 0) return 0;
    // In the one order of locks: posts, members, then rows below them.
    await holdPosts(tx.db, [...new Set(untold.map(({ post_id }) => post_id))]);
    await lockMembers(tx.db, [...new Set(untold.map(({ user_id }) => user_id))]);
    const told = await claimNotices(
      tx.db,
      untold.map(({ id }) => id),
    );
    await tx.emitAll(
      webinarNoticed,
      told.map(({ post_id: postId, user_id: userId, kind, key }) => ({ postId, userId, kind, key })),
    );
    for (const { id: noticeId } of told) await services.jobs.enqueue(tx.db, noticeMailJob, { noticeId });
    return untold.length;
  });
}

/** Tells all who wait to be told. A server that dies has told nobody twice: each is marked in the same transaction. */
export async function tellDue(services: Services): Promise<void> {
  for (let told = AT_ONCE; told === AT_ONCE; ) told = await tellSome(services);
}

/** Sends the mails of notices. */
export function registerNoticeMails(services: Services): void {
  services.jobs.work(noticeMailJob, async ({ noticeId }) => {
    const notice = await selectMailedNotice(services.db, noticeId);
    if (!notice) return;
    const mail = noticeMail(notice, {
      appName: services.community.name(),
      origin: services.config.publicUrl,
      from: services.config.mail.from,
    });
    if (mail) await services.mail.send(mail);
  });
}
