import * as contract from '@afterhours/contract/posts/scheduled-posts';
import { loadTaxRate } from '#community/seller.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { findCreatedId } from '#http/idempotency/idempotency.ts';
import type { Services } from '#services.ts';
import { scheduledPostsChanged } from '../events.ts';
import { newPostJson } from '../read/list-posts.ts';
import { messageOf } from '../write/held-message.ts';
import { respondToRepeat } from '../write/respond-to-repeat.ts';
import { type Limit, POLL_SECONDS, publishDue, publishScheduled, requireMayPublish } from './publish-due.ts';
import { deleteScheduled, updateScheduled } from './schedule.ts';
import {
  loadPictures,
  type ScheduledRow,
  scheduledKey,
  selectOneScheduled,
  selectScheduled,
} from './scheduled-queries.ts';
import { toScheduledView } from './scheduled-views.ts';

const { scheduledPostMessages } = contract;
const LIST = 'scheduled-posts';

/** Returns a member's scheduled posts with their pictures, which are loaded in one statement. */
async function toViews(
  services: Services,
  userId: string,
  rows: readonly ScheduledRow[],
): Promise<contract.ScheduledPost[]> {
  const { db } = services;
  const pictures = await loadPictures(
    db,
    rows.flatMap(({ body }) => body.filenames ?? []),
  );
  const addsTax = rows.some(({ body }) => body.tax === 'added');
  const taxRate = addsTax ? await loadTaxRate(services, db, userId) : null;
  return rows.map((row) => toScheduledView(row, { pictures, taxRate }));
}

export function registerScheduled({ bind, services }: FeatureContext, limit: Limit): void {
  const { db } = services;
  services.events.after(scheduledPostsChanged, ({ userId }) =>
    services.channels.toMember(userId, 'scheduledPosts', {}),
  );
  services.jobs.repeat('posts.publish-due', POLL_SECONDS, () => publishDue(services, limit));

  bind(contract.listScheduledPosts, async ({ viewerId, query }) => {
    const start = pageStart(LIST, ['time', 'id'], query);
    const { items, ...paging } = toPage(LIST, await selectScheduled(db, viewerId, start), start, scheduledKey);
    return { body: await toViews(services, viewerId, items), ...paging };
  });

  bind(contract.updateScheduledPost, async ({ viewerId, params, body }) => {
    const row = await updateScheduled(services, viewerId, params.id, body);
    const [view] = await toViews(services, viewerId, [row]);
    if (!view) throw notFound(scheduledPostMessages.notFound);
    return { message: scheduledPostMessages.saved, body: view };
  });

  bind(contract.deleteScheduledPost, async ({ viewerId, params }) => {
    await deleteScheduled(services, viewerId, params.id);
    return { message: scheduledPostMessages.deleted, body: { _id: params.id } };
  });

  bind(contract.publishScheduledPost, async ({ viewerId: userId, params: { id } }) => {
    const createdId = findCreatedId();
    if (createdId !== null) return respondToRepeat(services, userId, createdId);
    const row = await selectOneScheduled(db, userId, id);
    if (!row) throw notFound(scheduledPostMessages.notFound);
    await requireMayPublish(services, userId, row.body);
    const published = await limit({ userId, texts: [row.body.title, row.body.description, row.body.link] }, () =>
      publishScheduled(services, { userId, id }, { atItsTime: false }),
    );
    return { message: messageOf(published.heldRule), json: newPostJson(published, userId) };
  });
}
