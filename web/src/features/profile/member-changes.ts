import { createChangeNotifier } from '#lib/lists/change-notifier.ts';

/** Notifies an open profile that the member with this id has changed it. */
export const [reloadMember, onMemberChanged] = createChangeNotifier<string>();
