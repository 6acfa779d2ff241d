/**
 * Mails notifications some time after they were made. The transaction that writes a notification schedules a mail to
 * its member (`notification_mails`); every server that runs jobs polls for due rows and claims some. Notifications that
 * have been read by then are not mailed, and the others go into one mail. They are marked (`notifications.mailed_at`)
 * only after the mail server has accepted the mail: if a server dies before that, the mail is sent again with the same
 * message id.
 */
import { hash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import { type NotificationKind, notificationKinds } from '@afterhours/contract/constants/notifications';
import { mailKindOf, toMailCadence } from '@afterhours/contract/notifications/mail-kinds';
import { UNSUBSCRIBE_PATH } from '@afterhours/contract/notifications/notification-mail';
import { lockCounters } from '#access/members.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { faultText, isRefusal } from '#platform/mail/with-refusals.ts';
import type { Services } from '#services.ts';
import { acquireMailLease, LEASE_SECONDS, releaseMailLease } from '../delivery/lease.ts';
import { findQuietEnd } from '../delivery/quiet.ts';
import { AFTER_REFUSAL_SECONDS, plus, retrySeconds } from '../delivery/retry.ts';
import { notificationMail } from './letter.ts';
import {
  claimDue,
  countRefusal,
  deleteDue,
  keepMember,
  type MailRecipient,
  postpone,
  selectRecipient,
  setFailed,
  setSent,
} from './queries.ts';
import { hasToMail, loadToMail, setMailed } from './to-mail.ts';
import { writeUnsubscribeToken } from './unsubscribe-token.ts';

export const POLL_SECONDS = 5;
const BATCH = 5;

/** The wait while another server is mailing the member. */
const LEASE_WAIT_MS = 30_000;
/** The minimum gap between two mails to a member. */
const GAP_MS = 10 * MINUTE_MS;
/** While a member has a tab open, they have this long to see the notification there. */
const OPEN_TAB_MS = 15 * MINUTE_MS;

/** A mail that could not be delivered for this long is given up. */
const GIVEN_UP_MS = 3 * DAY_MS;

/** Returns until when a mail has to wait at least, or null if it may be sent. */
function findWait({ now, quiet, mailed_at, here_since, since }: MailRecipient): Date | null {
  const quietEnd = quiet && findQuietEnd(now, quiet);
  if (quietEnd) return quietEnd;
  const gapEnd = mailed_at && plus(mailed_at, GAP_MS);
  if (gapEnd && gapEnd > now) return gapEnd;
  const seenBy = here_since && plus(here_since > since ? here_since : since, OPEN_TAB_MS);
  // Check again soon, because the tab may be closed at any moment.
  return seenBy && seenBy > now ? plus(now, MINUTE_MS) : null;
}

/** The kinds of notifications that the member wants mailed instantly. */
const wantedKinds = ({ channels }: MailRecipient): NotificationKind[] =>
  notificationKinds.filter((kind) => {
    const mailKind = mailKindOf[kind];
    return mailKind !== null && toMailCadence(mailKind, channels[mailKind]?.mail) === 'instant';
  });

/** In calm mode, the daily digest contains what would be mailed instantly. */
const mayBeMailed = ({ stopped, calm, confirmed, kept_out }: MailRecipient, { config }: Services): boolean =>
  stopped === null && !calm && !kept_out && (confirmed || config.mail.smtpUrl === null);

type MailQuery = Parameters<typeof loadToMail>[1];

/** Marks the mailed notifications, and removes the member's row unless new ones have arrived in the meantime. */
function finish(services: Services, query: MailQuery, ids: readonly string[]): Promise<void> {
  return inTransaction(services, async ({ db }) => {
    // Locks the member first, as the deletion of an account does. Writing a notification locks the counters as well, so
    // none can arrive between the check for more and the deletion of the row.
    if (!(await keepMember(db, query.userId))) return;
    await lockCounters(db, [query.userId]);
    if (ids.length > 0) {
      await setMailed(db, ids);
      await setSent(db, query.userId);
    }
    if (await hasToMail(db, query)) await postpone(db, query.userId, plus(new Date(), GAP_MS));
    else await deleteDue(db, query.userId);
  });
}

/** Writes and sends a mail. `ids` are all notifications that it covers. */
async function send(
  services: Services,
  userId: string,
  recipient: MailRecipient,
  { ids, views }: Awaited<ReturnType<typeof loadToMail>>,
): Promise<void> {
  const { config, community, db, mail } = services;
  const host = new URL(config.publicUrl).hostname;
  const digest = hash('sha256', ids.toSorted().join(), 'hex').slice(0, 32);
  await mail.send(
    notificationMail({
      to: recipient.email,
      name: recipient.first_name,
      appName: community.name(),
      origin: config.publicUrl,
      views,
      count: ids.length,
      messageText: recipient.message_text,
      unsubscribeUrl: `${config.publicUrl}${UNSUBSCRIBE_PATH}/${await writeUnsubscribeToken(db, userId)}`,
      messageId: `<${digest}@${host}>`,
    }),
  );
}

/** Sets when a failed mail is retried, or gives it up. */
async function fail(services: Services, userId: string, recipient: MailRecipient, error: unknown): Promise<void> {
  const { db, log } = services;
  if (isRefusal(error)) {
    if (await countRefusal(db, userId)) await deleteDue(db, userId);
    else await setFailed(db, userId, { seconds: AFTER_REFUSAL_SECONDS, error: faultText(error) });
    return;
  }
  const { tries, now, since } = recipient;
  const isGivenUp = now.getTime() - since.getTime() > GIVEN_UP_MS;
  log.warn({ err: error, member: userId, tries, isGivenUp }, 'a mail about notifications could not be sent');
  if (isGivenUp) await deleteDue(db, userId);
  else await setFailed(db, userId, { seconds: retrySeconds(tries), error: faultText(error) });
}

async function mailWithLease(services: Services, userId: string): Promise<void> {
  const { db } = services;
  // Loaded while this server has the lease, so that recent changes of preferences count.
  const recipient = await selectRecipient(db, userId);
  if (!recipient || !mayBeMailed(recipient, services)) return deleteDue(db, userId);
  const query = { userId, kinds: wantedKinds(recipient), since: recipient.since };
  const contents = await loadToMail(db, query);
  if (contents.views.length === 0) return finish(services, query, []);
  try {
    await send(services, userId, recipient, contents);
  } catch (error) {
    return fail(services, userId, recipient, error);
  }
  return finish(services, query, contents.ids);
}

async function mailOne(services: Services, userId: string): Promise<void> {
  const { db } = services;
  const recipient = await selectRecipient(db, userId);
  if (!recipient || !mayBeMailed(recipient, services)) return deleteDue(db, userId);
  const wait = findWait(recipient);
  if (wait) return postpone(db, userId, wait);
  if (!(await acquireMailLease(db, userId))) return postpone(db, userId, plus(recipient.now, LEASE_WAIT_MS));
  await mailWithLease(services, userId);
  await releaseMailLease(db, userId);
}

/** Sends all due mails that no other server has claimed. */
export async function mailDue(services: Services): Promise<void> {
  for (let due: string[] = []; ; ) {
    due = await claimDue(services.db, BATCH, LEASE_SECONDS);
    await Promise.all(due.map((userId) => mailOne(services, userId)));
    if (due.length < BATCH) return;
  }
}
