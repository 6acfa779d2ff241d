import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies the page that there may be new requests to join, or that other staff may have decided some. */
export const [reloadRequests, onRequestsChanged] = createChangeNotifier();
