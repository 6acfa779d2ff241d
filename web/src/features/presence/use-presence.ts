import { useAppSelector } from '#lib/store.ts';
import { type Presence, selectPresence } from './presence-slice.ts';
import { useShownMember } from './shown-members.ts';

/** Returns a member's presence while it is shown: as received live, otherwise as it was loaded. */
export function usePresence(userId: string, loaded: Presence): Presence {
  useShownMember(userId);
  return useAppSelector((state) => selectPresence(state, userId)) ?? loaded;
}
