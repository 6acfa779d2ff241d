import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Announces changes to the viewer's seats: by other tabs, by hosts, and by offers. */
export const [reloadSeats, onSeatsChanged] = createChangeNotifier();
