/** What members can do with scheduled posts: schedule, change and delete them. */
import { DAY_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import type { RouteCall } from '@afterhours/contract/base/route';
import { uploadMessages } from '@afterhours/contract/constants/uploads';
import { hasBegun } from '@afterhours/contract/constants/webinars';
import { type CreatePostBody, listPostIssues, postMessages } from '@afterhours/contract/posts/posts';
import { scheduledPostMessages, type updateScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { MAX_DAYS_AHEAD, MAX_SCHEDULED, type Scheduled } from '@afterhours/contract/posts/scheduling';
import type { Db } from '#db/connection/pool.ts';
import type { ScheduledBody } from '#db/schema/tables/posts.ts';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { findCardAddress } from '#features/link-cards/loaders.ts';
import { type AttachableUpload, claimUploads, releaseUploads } from '#features/uploads/loaders.ts';
import { AppError, failedFields, fieldProblem, notFound } from '#http/errors/errors.ts';
import { storeCreatedId } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { scheduledPostsChanged } from '../events.ts';
import { picturesOf, requireFewPictures } from '../write/content.ts';
import {
  deleteScheduledRow,
  insertScheduled,
  lockAndCount,
  lockScheduled,
  type ScheduledRow,
  selectUploadIds,
  updateScheduledRow,
} from './scheduled-queries.ts';

/**
 * Returns the time of a scheduled post. A time that has just passed is accepted, since clocks differ: it is due at
 * once.
 */
function requireTime(publishAt: string): Date {
  const time = new Date(publishAt);
  const ahead = time.getTime() - Date.now();
  if (ahead < -MINUTE_MS) throw fieldProblem('publishAt', scheduledPostMessages.past);
  if (ahead > MAX_DAYS_AHEAD * DAY_MS) throw fieldProblem('publishAt', scheduledPostMessages.far);
  return time;
}

/** Throws a 422 for a webinar that would begin before it is published. */
function requireBeforeStart(publishAt: Date, body: Pick<ScheduledBody, 'postType' | 'startsAt'>): void {
  if (body.postType === 'webinar' && hasBegun(body, publishAt.getTime()))
    throw fieldProblem('publishAt', scheduledPostMessages.afterStart);
}

/** Claims a member's files for a scheduled post; throws a 422 if one of them does not exist. */
async function claimFiles(db: Db, userId: string, filenames: readonly string[]): Promise<void> {
  const claimed = await claimUploads(db, userId, filenames);
  if (claimed.length < filenames.length) throw fieldProblem('filenames', uploadMessages.unknownFile);
}

export const toScheduled = (id: string, publishAt: string): Scheduled => ({
  scheduled: { _id: id, publishAt: new Date(publishAt).toISOString() },
});

/**
 * Schedules a post with the images just stored for it and those that it names. Throws a 422 for a time that has passed
 * or is too far ahead, and a 409 if the member has reached the maximum number of scheduled posts.
 */
export async function schedulePost(
  services: Services,
  userId: string,
  { publishAt, ...fields }: CreatePostBody & { publishAt: string },
  uploads: readonly AttachableUpload[],
): Promise<Scheduled> {
  const time = requireTime(publishAt);
  requireBeforeStart(time, fields);
  const pictures = picturesOf(fields, uploads);
  requireFewPictures(pictures.filenames);
  const id = newId();
  await inTransaction(services, async (tx) => {
    const { db } = tx;
    const count = await lockAndCount(db, userId);
    if (count === undefined) throw new AppError(401);
    if (count >= MAX_SCHEDULED) throw new AppError(409, english(scheduledPostMessages.tooMany, { max: MAX_SCHEDULED }));
    await claimFiles(db, userId, pictures.filenames);
    await insertScheduled(db, { id, userId, publishAt: time, body: { ...fields, ...pictures } });
    await storeCreatedId(db, id);
    await tx.emit(scheduledPostsChanged, { userId });
  });
  return toScheduled(id, publishAt);
}

type Fields = RouteCall<typeof updateScheduledPost>['body'];

/**
 * Returns the content after a change. A missing field keeps its present value; the card's setting stays while the first
 * link does.
 */
function mergeBody(
  services: Services,
  present: ScheduledBody,
  { publishAt: _time, card, ...fields }: Fields,
): ScheduledBody {
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const { card: cardBefore, ...merged } = { ...present, ...sent };
  const linkOf = ({ description }: ScheduledBody) => findCardAddress(services, description);
  const chosen = card ?? (linkOf(merged) === linkOf(present) ? cardBefore : undefined);
  return chosen === undefined ? merged : { ...merged, card: chosen };
}

/** Claims new files, and deletes those that are no longer named. */
async function changeFiles(services: Services, db: Db, userId: string, before: string[], after: string[]) {
  requireFewPictures(after);
  await claimFiles(
    db,
    userId,
    after.filter((name) => !before.includes(name)),
  );
  const dropped = before.filter((name) => !after.includes(name));
  await releaseUploads(db, services.jobs, await selectUploadIds(db, dropped));
}

/**
 * Changes a scheduled post. Throws a 404 if the member has none with this id, and a 422 if it would lack what its type
 * requires or could not be published at that time. A new time schedules a failed post again.
 */
export function updateScheduled(services: Services, userId: string, id: string, fields: Fields): Promise<ScheduledRow> {
  return inTransaction(services, async (tx) => {
    const { db } = tx;
    const present = await lockScheduled(db, userId, id);
    if (!present) throw notFound(scheduledPostMessages.notFound);
    if (fields.postType && fields.postType !== present.body.postType)
      throw fieldProblem('postType', postMessages.typeFixed);
    const merged = mergeBody(services, present.body, fields);
    const body = { ...merged, ...picturesOf(merged) };
    const publishAt = fields.publishAt ? requireTime(fields.publishAt) : present.publish_at;
    const issues = listPostIssues(body);
    if (issues.length > 0) throw failedFields(issues);
    requireBeforeStart(publishAt, body);
    await changeFiles(services, db, userId, present.body.filenames ?? [], body.filenames);
    const problem = fields.publishAt ? null : present.problem;
    await tx.emit(scheduledPostsChanged, { userId });
    return updateScheduledRow(db, id, { publishAt, problem, body });
  });
}

/** Deletes a scheduled post; its files are deleted after the commit. */
export function deleteScheduled(services: Services, userId: string, id: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const { db } = tx;
    const row = await lockScheduled(db, userId, id);
    if (!row) throw notFound(scheduledPostMessages.notFound);
    await deleteScheduledRow(db, id);
    await tx.emit(scheduledPostsChanged, { userId });
    await releaseUploads(db, services.jobs, await selectUploadIds(db, row.body.filenames ?? []));
  });
}
