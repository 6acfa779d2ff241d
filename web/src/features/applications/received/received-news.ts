import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { createNews } from '#lib/lists/news.ts';

/** What becomes of applications to the viewer's jobs: by those who apply, and in other windows. */
export const [reloadReceived, onReceivedNews] = createNews<ServerEventPayload<'jobApplications'>>();
