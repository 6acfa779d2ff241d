import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies the settings of sign-ins elsewhere, of sessions that have ended, and of changed ways to sign in. */
export const [reloadSessions, onSessionsChanged] = createChangeNotifier();
