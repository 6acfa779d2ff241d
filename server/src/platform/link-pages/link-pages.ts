/**
 * The descriptions that other sites' pages declare. They are fetched in a separate thread, because the library takes 40
 * MB, and so that parsing what strangers write delays no call.
 */
import { Piscina } from 'piscina';
import type { Limits } from './guarded-fetch.ts';
import type { fetchPage, PageOrder } from './link-page-worker.ts';

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

const IDLE_MS = 10_000;
const AT_ONCE = 8;
const MAX_MEMORY_MB = 128;

export function createLinkPages(limits: Limits): LinkPages {
  let threads: Piscina<PageOrder, ReturnType<typeof fetchPage>> | null = null;
  const start = () =>
    new Piscina<PageOrder, ReturnType<typeof fetchPage>>({
      filename: new URL('./link-page-worker.ts', import.meta.url).href,
      name: 'fetchPage',
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: AT_ONCE,
      idleTimeout: IDLE_MS,
      // The thread needs no settings, so it gets no secrets.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
  return {
    async fetch(address, folder) {
      threads ??= start();
      try {
        return await threads.run({ address, folder, ...limits });
      } catch {
        return { kind: 'away', hops: [] };
      }
    },
    async stop() {
      await threads?.destroy();
    },
  };
}
