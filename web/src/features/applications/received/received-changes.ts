import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies pages of changes to applications for the viewer's jobs, made by applicants or in other tabs. */
export const [reloadReceived, onReceivedChanged] = createChangeNotifier<ServerEventPayload<'jobApplications'>>();
