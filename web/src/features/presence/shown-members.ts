import { createMountedIds } from '#lib/lists/mounted-ids.ts';

/** The members whose presence or profile is shown: the server sends its changes live. */
export const [useShownMember, listShownMembers, onShownMembersChange] = createMountedIds();
