import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies pages of owners that a transfer to a host was recorded, or its record was cancelled. */
export const [reloadPayouts, onPayoutsChanged] = createChangeNotifier();
