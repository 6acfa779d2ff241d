/**
 * Mails notifications some time after they were made. The transaction that writes a notification makes a mail due to
 * its member (`notification_mails`); every server that does jobs looks for due ones and claims some. What is read by
 * then is not mailed, and the rest goes in one mail. Only after the mail server has taken a mail are its notifications
 * marked (`notifications.mailed_at`): a server that dies before sends it again, under the same message id.
 */
import { createHash } from 'node:crypto';
import { type NotificationKind, notificationKinds } from '@afterhours/contract/constants/notifications';
import { mailKindNames, mailKindOf, toMailCadence } from '@afterhours/contract/mail-kinds';
import { UNSUBSCRIBE_PATH } from '@afterhours/contract/notification-mail';
import { lockMembers } from '#access/members.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { faultText, isRefusal } from '#platform/mail/with-refusals.ts';
import type { Services } from '#services.ts';
import { notificationMail } from './letter.ts';
import {
  claimDue,
  countRefusal,
  deleteDue,
  lockMember,
  postpone,
  type Recipient,
  selectRecipient,
  setFailed,
  setSent,
} from './queries.ts';
import { findQuietEnd } from './quiet.ts';
import { hasToMail, loadToMail, setMailed } from './to-mail.ts';
import { beginTurn, endTurn, TURN_SECONDS } from './turns.ts';
import { writeUnsubscribeToken } from './unsubscribe-token.ts';

export const LOOKED_FOR_SECONDS = 5;
const AT_ONCE = 5;
const SHOWN = 10;

const MINUTE_MS = 60_000;
/** Until another server has mailed the member something else. */
const OTHER_TURN_MS = 30_000;
/** Between two mails to a member. */
const GAP_MS = 10 * MINUTE_MS;
/** As long as a window is open, a member gets this long to see the notification there. */
const HERE_MS = 15 * MINUTE_MS;

/** Refusals in a row that end the mails of a member. */
export const REFUSALS = 3;
export const AFTER_REFUSAL_SECONDS = 6 * 3_600;
const FIRST_RETRY_SECONDS = 60;
const LAST_RETRY_SECONDS = 3_600;
/** A mail that could not be delivered for so long is given up. */
const GIVEN_UP_MS = 3 * 24 * 60 * MINUTE_MS;

const plus = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** Returns until when a mail has to wait, at least; null when it may go. */
function findWait({ now, quiet, mailed_at, here_since, since }: Recipient): Date | null {
  const quietEnd = quiet && findQuietEnd(now, quiet);
  if (quietEnd) return quietEnd;
  const gapEnd = mailed_at && plus(mailed_at, GAP_MS);
  if (gapEnd && gapEnd > now) return gapEnd;
  const seenBy = here_since && plus(here_since > since ? here_since : since, HERE_MS);
  // The window may be closed at any moment.
  return seenBy && seenBy > now ? plus(now, MINUTE_MS) : null;
}

/** The notifications that a member wants mailed. */
const wantedKinds = ({ channels }: Recipient): NotificationKind[] => {
  const wanted = new Set(mailKindNames.filter((kind) => toMailCadence(kind, channels[kind]?.mail) === 'instant'));
  return notificationKinds.filter((kind) => {
    const mailKind = mailKindOf[kind];
    return mailKind !== null && wanted.has(mailKind);
  });
};

/** In calm mode the digest of the day has what would be mailed now. */
const mayBeMailed = ({ stopped, calm, confirmed, kept_out }: Recipient, { config }: Services): boolean =>
  stopped === null && !calm && !kept_out && (confirmed || config.mail.smtpUrl === null);

type Asked = Parameters<typeof loadToMail>[1];

/** Marks what was mailed, and ends the wait unless something has come in the meantime. */
function finish(services: Services, asked: Asked, ids: readonly string[]): Promise<void> {
  return inTransaction(services, async ({ db }) => {
    // The member first, as the deletion of an account does. Whoever writes notifications locks the counts first, too:
    // nothing can come between the question and the end.
    if (!(await lockMember(db, asked.userId))) return;
    await lockMembers(db, [asked.userId]);
    if (ids.length > 0) {
      await setMailed(db, ids);
      await setSent(db, asked.userId);
    }
    if (await hasToMail(db, asked)) await postpone(db, asked.userId, plus(new Date(), GAP_MS));
    else await deleteDue(db, asked.userId);
  });
}

/** Writes and sends a mail; `ids` are all notifications that it stands for. */
async function send(
  services: Services,
  userId: string,
  recipient: Recipient,
  { ids, views }: Awaited<ReturnType<typeof loadToMail>>,
): Promise<void> {
  const { config, community, db, mail } = services;
  const host = new URL(config.publicUrl).hostname;
  const digest = createHash('sha256').update(ids.toSorted().join()).digest('hex').slice(0, 32);
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

/** Sets when a mail that was not taken is tried again, or gives it up. */
async function fail(services: Services, userId: string, recipient: Recipient, error: unknown): Promise<void> {
  const { db, log } = services;
  if (isRefusal(error)) {
    if (await countRefusal(db, userId, REFUSALS)) await deleteDue(db, userId);
    else await setFailed(db, userId, { seconds: AFTER_REFUSAL_SECONDS, error: faultText(error) });
    return;
  }
  const { tries, now, since } = recipient;
  const isGivenUp = now.getTime() - since.getTime() > GIVEN_UP_MS;
  log.warn({ err: error, member: userId, tries, isGivenUp }, 'a mail about notifications was not taken');
  const seconds = Math.min(LAST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** Math.min(tries, 6));
  if (isGivenUp) await deleteDue(db, userId);
  else await setFailed(db, userId, { seconds, error: faultText(error) });
}

async function mailInTurn(services: Services, userId: string): Promise<void> {
  const { db } = services;
  // Read within the turn: what the member chose a moment ago counts.
  const recipient = await selectRecipient(db, userId);
  if (!recipient || !mayBeMailed(recipient, services)) return deleteDue(db, userId);
  const asked = { userId, kinds: wantedKinds(recipient), since: recipient.since };
  const found = await loadToMail(db, asked, SHOWN);
  if (found.views.length === 0) return finish(services, asked, []);
  try {
    await send(services, userId, recipient, found);
  } catch (error) {
    return fail(services, userId, recipient, error);
  }
  return finish(services, asked, found.ids);
}

async function mailOne(services: Services, userId: string): Promise<void> {
  const { db } = services;
  const recipient = await selectRecipient(db, userId);
  if (!recipient || !mayBeMailed(recipient, services)) return deleteDue(db, userId);
  const wait = findWait(recipient);
  if (wait) return postpone(db, userId, wait);
  if (!(await beginTurn(db, userId))) return postpone(db, userId, plus(recipient.now, OTHER_TURN_MS));
  await mailInTurn(services, userId);
  await endTurn(db, userId);
}

/** Mails everything that is due and that no other server has claimed. */
export async function mailDue(services: Services): Promise<void> {
  for (let due: string[] = []; ; ) {
    due = await claimDue(services.db, AT_ONCE, TURN_SECONDS);
    await Promise.all(due.map((userId) => mailOne(services, userId)));
    if (due.length < AT_ONCE) return;
  }
}
