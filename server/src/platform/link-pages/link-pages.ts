/**
 * The descriptions that other sites' pages declare. They are fetched in a separate thread, because the library takes 40
 * MB, and so that parsing what strangers write delays no call.
 */
import { createThread } from '../thread.ts';
import type { Limits } from './guarded-fetch.ts';
import type { PageOrder } from './link-page-worker.ts';

export type PagePicture = { path: string; bytes: number };

/**
 * `none`: there is nothing to show, and that will not change; `away`: the page was not reached, and another attempt may
 * succeed. `hops` are the addresses that were requested, in order.
 */
export type FoundPage =
  | { kind: 'page'; hops: string[]; title: string; description: string; picture: PagePicture | null }
  | { kind: 'none' | 'away'; hops: string[] };

export type LinkPages = {
  /** Fetches a page; its picture is written into `folder` and belongs to the caller. Never throws. */
  fetch(address: string, folder: string): Promise<FoundPage>;
  stop(): Promise<void>;
};

const AT_ONCE = 8;

export function createLinkPages(limits: Limits): LinkPages {
  const file = new URL('./link-page-worker.ts', import.meta.url);
  const thread = createThread<PageOrder, FoundPage>({ file, name: 'fetchPage', atOnce: AT_ONCE });
  return {
    fetch: (address, folder) =>
      thread.run({ address, folder, ...limits }).catch(() => ({ kind: 'away' as const, hops: [] })),
    stop: thread.stop,
  };
}
