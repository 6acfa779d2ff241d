import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies the page of changes to the viewer's scheduled posts, in other tabs or at their time. */
export const [reloadScheduled, onScheduledChanged] = createChangeNotifier();
