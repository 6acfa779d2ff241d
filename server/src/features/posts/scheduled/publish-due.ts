/**
 * Publishes scheduled posts when they are due. Every server that runs jobs looks for them every few seconds and claims
 * those that are due. The transaction that writes the post also deletes the scheduled one, so it is published once, no
 * matter how many servers there are or when one dies. A post that cannot be published stays, with the reason, and its
 * author is notified.
 */
import { createPost, listPostIssues } from '@afterhours/contract/posts/posts';
import { scheduledPostMessages } from '@afterhours/contract/posts/scheduled-posts';
import { isUnreachable } from '#db/connection/unreachable.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { type createNewMemberLimit, loadScreening } from '#features/automation/loaders.ts';
import { retireUploads } from '#features/uploads/loaders.ts';
import { AppError, failedFields, notFound } from '#http/errors/errors.ts';
import { withinDailyLimit } from '#http/gate/daily.ts';
import { findSellerRefusal } from '#http/gate/sellers.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { scheduledPostFailed, scheduledPostPublished, scheduledPostsChanged } from '../events.ts';
import type { PostBase } from '../read/post-base.ts';
import { preparePost, writePosts } from '../write/publish.ts';
import {
  claimDue,
  type DueRow,
  deleteScheduledRow,
  lockScheduled,
  selectAuthor,
  storeProblem,
} from './scheduled-queries.ts';

export const POLL_SECONDS = 10;
/** A server publishes a claimed post within this time, or has died. */
const CLAIM_SECONDS = 15;
const BATCH_SIZE = 5;

export type Limit = ReturnType<typeof createNewMemberLimit>;

type ScheduledKey = { userId: string; id: string };

/**
 * Publishes a scheduled post. Throws a 404 if it is not there, for example because it was just published, and a 422 if
 * it lacks a required field by now. With `atItsTime`, its author is notified; for a held post, the decision does that.
 */
export async function publishScheduled(
  services: Services,
  { userId, id }: ScheduledKey,
  { atItsTime }: { atItsTime: boolean },
): Promise<PostBase> {
  const screening = await loadScreening(services);
  return inTransaction(services, async (tx) => {
    const row = await lockScheduled(tx.db, userId, id);
    if (!row || (atItsTime && !row.due)) throw notFound(scheduledPostMessages.notFound);
    const issues = listPostIssues(row.body);
    if (issues.length > 0) throw failedFields(issues);
    // Written like any new post, which claims its files again.
    await retireUploads(tx.db, userId, row.body.filenames ?? []);
    await deleteScheduledRow(tx.db, id);
    await tx.emit(scheduledPostsChanged, { userId });
    const written = { userId, fields: row.body, inBackground: atItsTime };
    const post = await preparePost(services, { db: tx.db, screening }, written);
    const [published] = await writePosts(services, tx, [post]);
    if (!published) throw new Error('a post was written and not returned');
    if (atItsTime && published.heldRule === null)
      await tx.emit(scheduledPostPublished, { userId, postId: published.id });
    return published;
  });
}

/** Throws a 403 if a member may not publish this type of post now. */
export async function requireMayPublish(
  services: Services,
  userId: string,
  { postType }: DueRow['body'],
): Promise<void> {
  const author = await selectAuthor(services.db, userId);
  if (!author) throw notFound(scheduledPostMessages.notFound);
  if (author.kept_out) throw new AppError(403, scheduledPostMessages.suspended);
  if (author.waiting) throw new AppError(403, scheduledPostMessages.waiting);
  if (services.config.mail.smtpUrl !== null && !author.confirmed)
    throw new AppError(403, scheduledPostMessages.unconfirmed);
  const seller = { role: author.role, seller: author.seller, joinedAt: author.joined_at };
  const refusal = postType === 'webinar' ? findSellerRefusal(services.community.settings(), seller) : null;
  if (refusal !== null) throw new AppError(403, refusal, { reason: 'seller' });
}

/** Stores the reason why a post was not published, and notifies its author. */
function fail(services: Services, { userId, id }: ScheduledKey, problem: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    if (!(await storeProblem(tx.db, id, problem))) return;
    await tx.emit(scheduledPostFailed, { userId, scheduledId: id });
    await tx.emit(scheduledPostsChanged, { userId });
  });
}

/** Publishes a due post if its author's daily limits allow it; otherwise stores why it cannot be published. */
async function publishOne(services: Services, limit: Limit, { id, user_id: userId, body }: DueRow): Promise<void> {
  const publish = () => publishScheduled(services, { userId, id }, { atItsTime: true });
  const counted = { userId, body: null, isRepeat: async () => false };
  try {
    await requireMayPublish(services, userId, body);
    await limit({ userId, texts: [body.title, body.description, body.link] }, () =>
      withinDailyLimit(services, createPost, counted, publish),
    );
  } catch (error) {
    const key = { userId, id };
    if (error instanceof AppError) {
      // The post was changed, deleted or published in the meantime.
      if (error.status !== 404) await fail(services, key, error.message);
      return;
    }
    if (isUnreachable(error)) throw error;
    services.log.error({ err: error, scheduled: id }, 'a scheduled post could not be published');
    await fail(services, key, english(scheduledPostMessages.fault));
  }
}

/** Publishes all due posts that no other server has claimed. */
export async function publishDue(services: Services, limit: Limit): Promise<void> {
  for (let due: DueRow[] = []; ; ) {
    due = await claimDue(services.db, BATCH_SIZE, CLAIM_SECONDS);
    await Promise.all(due.map((row) => publishOne(services, limit, row)));
    if (due.length < BATCH_SIZE) return;
  }
}
