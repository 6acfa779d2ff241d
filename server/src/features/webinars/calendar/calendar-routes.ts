import { isId } from '@afterhours/contract/constants/fields';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { getCalendarFile } from '@afterhours/contract/payments/payments';
import * as contract from '@afterhours/contract/webinars/calendar-feed';
import { passwordReplaced } from '#features/account/events.ts';
import { requirePostView } from '#features/posts/loaders.ts';
import { AppError, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import type { Services } from '#services.ts';
import { type CalendarEntry, calendarSite, writeCalendar } from './calendar.ts';
import {
  endFeed,
  findFeedOwner,
  renewFeed,
  selectEntries,
  selectFeedSince,
  selectSeatedEntry,
  selectVersion,
} from './feed.ts';

/** Returns a webinar's calendar entry for members who see its post. Throws a 403 without a seat. */
async function requireEntry(services: Services, userId: string, id: string): Promise<CalendarEntry> {
  const post = await requirePostView(services, userId, id);
  const { webinar, startsAt, link } = post;
  if (webinar === null || startsAt === null) throw notFound();
  if (link === null) throw new AppError(403, paymentMessages.joinFirst);
  return {
    postId: id,
    title: post.title ?? '',
    description: post.description,
    startsAt: new Date(startsAt),
    endsAt: webinar.endsAt === null ? null : new Date(webinar.endsAt),
    sequence: await selectVersion(services.readsNow, id),
    cancelled: webinar.state === 'cancelled',
    changedAt: new Date(post.updatedAt),
  };
}

/** Binds a webinar's calendar file. */
export function bindCalendar({ bindRaw, services }: FeatureContext): void {
  bindRaw(getCalendarFile, async ({ request, reply, session }) => {
    const { id } = request.params as { id: string };
    if (!isId(id)) throw notFound();
    const { userId } = session;
    const entry =
      (await selectSeatedEntry(services.readsNow, userId, id)) ?? (await requireEntry(services, userId, id));
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-disposition': 'attachment; filename="webinar.ics"',
      })
      .type(getCalendarFile.produces)
      .send(writeCalendar([entry], calendarSite(services), { method: 'publish' }));
  });
}

const FEED_FILE = /^([\w-]{43})\.ics$/;

/** Binds the URL at which calendar apps read a member's webinars. */
export function bindCalendarFeed({ bind, bindRaw, services }: FeatureContext): void {
  bind(contract.getCalendarFeed, async ({ viewerId }) => {
    const since = await selectFeedSince(services.readsNow, viewerId);
    return { body: { since: since?.toISOString() ?? null } };
  });

  bind(contract.createCalendarFeed, async ({ viewerId }) => {
    const { token, since } = await renewFeed(services.db, viewerId);
    const url = `${services.config.publicUrl}/api/calendar/${token}.ics`;
    return { message: contract.calendarFeedMessages.made, body: { url, since: since.toISOString() } };
  });

  bind(contract.deleteCalendarFeed, async ({ viewerId }) => {
    await endFeed(services.db, viewerId);
    return { message: contract.calendarFeedMessages.revoked, body: null };
  });

  services.events.within(passwordReplaced, (tx, { userId }) => endFeed(tx.db, userId));

  bindRaw(contract.readCalendarFeed, async ({ request, reply }) => {
    const [, token] = FEED_FILE.exec((request.params as { file: string }).file) ?? [];
    const userId = token === undefined ? null : await findFeedOwner(services.readsNow, token);
    if (userId === null) throw notFound();
    const entries = await selectEntries(services.readsNow, userId);
    return reply
      .headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
      .type(contract.readCalendarFeed.produces)
      .send(writeCalendar(entries, calendarSite(services), { method: 'publish' }));
  });
}
