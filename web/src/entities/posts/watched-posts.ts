import { createMountedIds } from '#lib/lists/mounted-ids.ts';

/** The posts whose cards are mounted: they are updated live. */
export const [useWatched, listWatched, onWatchedChange] = createMountedIds();
