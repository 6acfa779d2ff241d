/** Content that another app has shared with this one, on its way from the service worker to the form for a new post. */
import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { createStore, del, get, set } from 'idb-keyval';
import { answerInTime } from '../answer-limit.ts';

export type Shared = { text: string; pictures: File[] };

const KEY = 'latest';
/** A member who does not use shared content within this time no longer wants it. */
const LIFETIME_MS = 10 * MINUTE_MS;

const store = createStore('afterhours-shared', 'content');

/** Without a time limit, because many large pictures take a slow phone long. */
export const storeShared = (shared: Shared): Promise<void> => set(KEY, { ...shared, at: Date.now() }, store);

/** Returns the content that was shared last, once; null if there is none. */
export async function takeShared(): Promise<Shared | null> {
  const stored = await get<Shared & { at: number }>(KEY, store);
  if (!stored) return null;
  await forgetShared();
  return Date.now() - stored.at < LIFETIME_MS ? { text: stored.text, pictures: stored.pictures } : null;
}

export const forgetShared = (): Promise<void> => answerInTime(del(KEY, store));
