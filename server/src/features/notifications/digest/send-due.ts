/**
 * Sends digests. Each member who wants any has a row with the time of the next one (`notification_digests`); every
 * server that runs jobs polls for due rows and claims some. A digest names notifications that are unread and not mailed
 * yet. They are marked, and the next digest is planned, only after the mail server has accepted the mail: if a server
 * dies before that, the digest is sent again with the same message id. A digest with nothing to include is not sent.
 */
import { hash } from 'node:crypto';
import { SECOND_MS } from '@afterhours/contract/base/durations';
import { UNSUBSCRIBE_PATH } from '@afterhours/contract/notifications/notification-mail';
import { lockCounters } from '#access/members.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { faultText, isRefusal } from '#platform/mail/with-refusals.ts';
import type { Services } from '#services.ts';
import { acquireMailLease, LEASE_SECONDS, releaseMailLease } from '../delivery/lease.ts';
import { findQuietEnd } from '../delivery/quiet.ts';
import { AFTER_REFUSAL_SECONDS, plus, retrySeconds } from '../delivery/retry.ts';
import { countRefusal, lockChannels } from '../mail/queries.ts';
import { setMailed } from '../mail/to-mail.ts';
import { writeUnsubscribeToken } from '../mail/unsubscribe-token.ts';
import { type Contents, loadContents } from './contents.ts';
import { digestMail } from './letter.ts';
import { type Extent, findExtent } from './plan.ts';
import {
  claimDigests,
  type DigestRow,
  planDigest,
  postponeDigest,
  selectDigest,
  setDigested,
  setDigestFailed,
} from './planned.ts';

/** A server polls every five seconds, so it sends fewer than 200 a minute. */
const MAX_PER_POLL = 16;
const BATCH = 4;

const LEASE_WAIT_MS = 30 * SECOND_MS;

/** Without a mail server, mails are written to files, and unconfirmed addresses may get them, too. */
const mayBeMailed = ({ stopped, digest, confirmed, kept_out }: DigestRow, { config }: Services): boolean =>
  stopped === null && !digest.stopped && !kept_out && (confirmed || config.mail.smtpUrl === null);

/** Plans the next digest. With `ids`, first marks these notifications as mailed by an accepted digest. */
function finish(services: Services, userId: string, at: Date | undefined, ids?: readonly string[]): Promise<void> {
  return inTransaction(services, async ({ db }) => {
    // The lock that storing preferences takes, so that the plan is based on the newest ones.
    await lockChannels(db, userId);
    if (ids) {
      await lockCounters(db, [userId]);
      await setMailed(db, ids);
      await setDigested(db, userId, at ?? new Date());
    }
    await planDigest(db, userId, at);
  });
}

type Sent = { row: DigestRow; extent: Extent; contents: Contents };

async function send(services: Services, userId: string, { row, extent, contents }: Sent): Promise<void> {
  const { config, community, db, mail } = services;
  // Stays the same until a digest is accepted, however often it is retried.
  const digest = hash('sha256', `${userId} ${(row.digested_at ?? row.since).toISOString()}`, 'hex');
  const token = await writeUnsubscribeToken(db, userId, 'digest');
  await mail.send(
    digestMail({
      to: row.email,
      name: row.first_name,
      appName: community.name(),
      origin: config.publicUrl,
      period: extent.period,
      messageText: row.message_text,
      contents,
      unsubscribeUrl: `${config.publicUrl}${UNSUBSCRIBE_PATH}/${token}`,
      messageId: `<digest-${digest.slice(0, 32)}@${new URL(config.publicUrl).hostname}>`,
    }),
  );
}

/** Sets when a failed digest is retried. Its contents are loaded again each time, so it is never given up. */
async function fail(services: Services, userId: string, row: DigestRow, now: Date, error: unknown): Promise<void> {
  const { db, log } = services;
  if (isRefusal(error)) {
    if (await countRefusal(db, userId)) return finish(services, userId, now);
    return setDigestFailed(db, userId, plus(now, AFTER_REFUSAL_SECONDS * SECOND_MS), faultText(error));
  }
  log.warn({ err: error, member: userId, tries: row.tries }, 'a digest could not be sent');
  return setDigestFailed(db, userId, plus(now, retrySeconds(row.tries) * SECOND_MS), faultText(error));
}

async function sendWithLease(services: Services, userId: string, at: Date | undefined): Promise<void> {
  // Loaded while this server has the lease, so that recent changes of preferences and mails count.
  const row = await selectDigest(services.db, userId);
  if (!row) return;
  if (!mayBeMailed(row, services)) return finish(services, userId, at);
  const now = at ?? row.now;
  const extent = findExtent(now, row, row.weekly_at !== null && row.weekly_at <= now);
  const contents = await loadContents(services, userId, { row, extent, now });
  if (contents === null) return finish(services, userId, at);
  try {
    await send(services, userId, { row, extent, contents });
  } catch (error) {
    return fail(services, userId, row, now, error);
  }
  return finish(services, userId, at, contents.ids);
}

async function sendOne(services: Services, userId: string, at: Date | undefined): Promise<void> {
  const { db } = services;
  const row = await selectDigest(db, userId);
  if (!row) return;
  const now = at ?? row.now;
  const quietEnd = row.quiet && findQuietEnd(now, row.quiet);
  if (quietEnd) return postponeDigest(db, userId, quietEnd);
  if (!(await acquireMailLease(db, userId))) return postponeDigest(db, userId, plus(now, LEASE_WAIT_MS));
  await sendWithLease(services, userId, at);
  await releaseMailLease(db, userId);
}

/** Sends due digests that no other server has claimed. Tests pass `at` as the current time. */
export async function digestDue(services: Services, at?: Date): Promise<void> {
  for (let left = MAX_PER_POLL; left > 0; left -= BATCH) {
    const due = await claimDigests(services.db, BATCH, LEASE_SECONDS, at);
    await Promise.all(due.map((userId) => sendOne(services, userId, at)));
    if (due.length < BATCH) return;
  }
}
