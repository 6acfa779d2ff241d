/** Notifies members that a webinar they wanted to join was deleted; a trigger on posts records who they are. */
import { sql } from 'kysely';
import { lockCounters } from '#access/members.ts';
import type { Db } from '#db/connection/pool.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Services } from '#services.ts';
import { calendarSite } from '../calendar/calendar.ts';
import { webinarGone } from '../events.ts';
import { type DeletedNotice, deletionMail } from './deletion-mail.ts';

const BATCH_SIZE = 50;

const deletionMailJob = defineJob<{ noticeId: string }>('webinars.deletion-mail', { mails: true });

/** Notifies a batch of members; returns the size of the batch. */
function notifyBatch(services: Services): Promise<number> {
  return inTransaction(services, async (tx) => {
    const { rows } = await sql<{ id: string; user_id: string }>`
      SELECT id, user_id FROM deleted_webinar_notices WHERE told_at IS NULL
      ORDER BY created_at LIMIT ${BATCH_SIZE}`.execute(tx.db);
    if (rows.length === 0) return 0;
    await lockCounters(tx.db, [...new Set(rows.map(({ user_id }) => user_id))]);
    const claimed = await tx.db
      .updateTable('deleted_webinar_notices')
      .set({ told_at: sql<Date>`now()` })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .where('told_at', 'is', null)
      .returning([
        'id',
        'user_id as userId',
        'post_id as postId',
        sql<boolean>`coalesce(seat = 'paid', false)`.as('paid'),
      ])
      .execute();
    await tx.emitAll(webinarGone, claimed);
    await services.jobs.enqueueAll(
      tx.db,
      deletionMailJob,
      claimed.map(({ id: noticeId }) => ({ noticeId })),
    );
    return rows.length;
  });
}

/** Notifies all recorded members, each once. */
export async function notifyOfDeletions(services: Services): Promise<void> {
  while ((await notifyBatch(services)) === BATCH_SIZE);
}

async function selectDeleted(db: Db, id: string): Promise<DeletedNotice | undefined> {
  return db
    .selectFrom('deleted_webinar_notices as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .selectAll('n')
    .select(['u.email', 'u.first_name'])
    .where('n.id', '=', id)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
}

export function registerDeletionMails(services: Services): void {
  services.jobs.work(deletionMailJob, async ({ noticeId }) => {
    const notice = await selectDeleted(services.db, noticeId);
    if (!notice) return;
    await services.mail.send(deletionMail(notice, calendarSite(services)));
  });
}
