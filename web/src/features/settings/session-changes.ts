import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies the settings of sign-ins elsewhere and of sessions that have ended. */
export const [reloadSessions, onSessionsChanged] = createChangeNotifier();
