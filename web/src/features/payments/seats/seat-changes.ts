import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Announces changes to the viewer's seats: by other tabs, by hosts, and by offers. */
export const [reloadSeats, onSeatsChanged] = createChangeNotifier();

/** The host of webinars learns that somebody took a seat in one, gave it up, or waits for one. */
export const [reloadHosted, onHostedChanged] = createChangeNotifier();
