import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies the page of changes to the viewer's saved searches in other tabs. */
export const [reloadSavedSearches, onSavedSearchesChanged] = createChangeNotifier();
