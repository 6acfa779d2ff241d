import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Announces cases that other staff changed, or the viewer in another tab, with the ids of the cases. */
export const [reloadCases, onCaseChanged] = createChangeNotifier<readonly string[]>();
