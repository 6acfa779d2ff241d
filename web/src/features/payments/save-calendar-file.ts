import { download } from '#lib/api/download.ts';
import { showFailure } from '#lib/api/show-failure.ts';

/** Downloads a webinar's calendar file. */
export async function saveCalendarFile(postId: string): Promise<void> {
  const failed = await download({ path: `/post/${encodeURIComponent(postId)}/calendar.ics`, name: 'webinar.ics' });
  if (failed) showFailure(failed);
}
