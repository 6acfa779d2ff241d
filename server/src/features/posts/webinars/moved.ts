/** Handles a new time for a webinar, set in its post's form. */
import { webinarChangeMessages } from '@afterhours/contract/webinars/changes';
import type { Selectable } from 'kysely';
import type { Tx } from '#db/events.ts';
import type { WebinarsTable } from '#db/schema/tables/webinars.ts';
import { fieldProblem } from '#http/errors/errors.ts';
import { webinarMoved } from '../events.ts';
import type { PostContent } from '../write/queries.ts';

/** Emits an event if a webinar's time has changed; throws a 422 if the webinar is cancelled. */
export async function emitMoved(
  tx: Tx,
  before: { hostId: string; startsAt: Date | null; webinar: Selectable<WebinarsTable> },
  { startsAt, terms }: Pick<PostContent, 'startsAt' | 'terms'>,
): Promise<void> {
  const { hostId, webinar } = before;
  const startsAnew = startsAt?.getTime() !== before.startsAt?.getTime();
  if (!startsAnew && terms?.endsAt?.getTime() === webinar.ends_at?.getTime()) return;
  if (webinar.cancelled_at !== null) throw fieldProblem('startsAt', webinarChangeMessages.isCancelled);
  await tx.emit(webinarMoved, { postId: webinar.post_id, hostId, startsAnew });
}
