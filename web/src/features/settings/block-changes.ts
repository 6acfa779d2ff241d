import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies the settings that the viewer has blocked or unblocked members in another tab. */
export const [reloadBlocked, onBlockedChanged] = createChangeNotifier();
