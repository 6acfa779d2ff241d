import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { createNews } from '#lib/lists/news.ts';

/** Notifies pages of changes to applications to the viewer's jobs, made by applicants or in other tabs. */
export const [reloadReceived, onReceivedNews] = createNews<ServerEventPayload<'jobApplications'>>();
