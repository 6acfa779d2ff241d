/**
 * Asks the browser to wake this page when the connection returns while messages are queued. Only the page sends them,
 * because it has the messages and the session. In browsers without background sync, the page sends on its `online`
 * event.
 */
import { FLUSH_TAG, type WorkerMessage } from '@afterhours/contract/constants/installed-app';
import { flushOutboxNow } from '#features/messages/outbox/outbox-commands.ts';
import { selectOutboxEntries } from '#features/messages/outbox/outbox-slice.ts';
import { serviceWorkers } from '#lib/browser/service-worker.ts';
import type { AppStore } from '#lib/store.ts';

type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Calls `onSent` when a message has left the outbox. Returns a function that stops this. */
export function keepNudging(store: AppStore, onSent: () => void): () => void {
  const container = serviceWorkers();
  const listening = new AbortController();
  let waiting = selectOutboxEntries(store.getState()).length;
  const requestSync = async () => {
    const registration: Syncing | undefined = await container?.getRegistration();
    await registration?.sync?.register(FLUSH_TAG).catch(() => undefined);
  };
  const onStoreChange = () => {
    const now = selectOutboxEntries(store.getState()).length;
    if (now > waiting && !navigator.onLine) void requestSync();
    if (now < waiting) onSent();
    waiting = now;
  };
  container?.addEventListener(
    'message',
    ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.type === 'flush') store.dispatch(flushOutboxNow());
    },
    listening,
  );
  const unsubscribe = store.subscribe(onStoreChange);
  return () => {
    listening.abort();
    unsubscribe();
  };
}
