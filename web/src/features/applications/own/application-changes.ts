import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies pages of changes to the viewer's applications, made in other tabs or by the jobs' authors. */
export const [reloadApplications, onApplicationsChanged] = createChangeNotifier();
