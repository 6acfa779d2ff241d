import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies pages of changes to the viewer's applications, made in any tab or by the jobs' authors. */
export const [reloadApplications, onApplicationsChanged] = createChangeNotifier<ServerEventPayload<'applications'>>();
