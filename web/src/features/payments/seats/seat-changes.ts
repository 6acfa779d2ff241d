import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies pages of changes to the viewer's seats: by other tabs, by hosts, and by offers. */
export const [reloadSeats, onSeatsChanged] = createChangeNotifier();

/** Notifies a host's pages that somebody took a seat in a webinar, gave it up, or waits for one. */
export const [reloadHosted, onHostedChanged] = createChangeNotifier();
