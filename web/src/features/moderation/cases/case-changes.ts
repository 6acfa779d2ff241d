import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies pages of cases that other staff changed, or the viewer in another tab, with the ids of the cases. */
export const [reloadCases, onCasesChanged] = createChangeNotifier<readonly string[]>();
