/** What another app has shared with this one, on its way from the service worker to the form of a new post. */
import { createStore, del, get, set } from 'idb-keyval';

export type Shared = { text: string; pictures: File[] };

const KEY = 'latest';
/** Whoever does not take it at once did not want it. */
const LIFETIME_MS = 10 * 60 * 1_000;

const store = createStore('afterhours-shared', 'content');

export const keepShared = (shared: Shared): Promise<void> => set(KEY, { ...shared, at: Date.now() }, store);

/** Returns what was shared last, once; null when there is nothing. */
export async function takeShared(): Promise<Shared | null> {
  const kept = await get<Shared & { at: number }>(KEY, store);
  if (!kept) return null;
  await forgetShared();
  return Date.now() - kept.at < LIFETIME_MS ? { text: kept.text, pictures: kept.pictures } : null;
}

export const forgetShared = (): Promise<void> => del(KEY, store);
