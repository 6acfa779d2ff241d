/** Keeps the outbox running while a member is signed in: across reloads, other tabs and lost connections. */
import { selectOwnUser } from '#features/account/auth-slice.ts';
import type { AppStore } from '#lib/store.ts';
import { catchUp } from '../chat/thread-commands.ts';
import { flushOutboxNow } from './outbox-commands.ts';
import { outboxLoaded, outboxPut, outboxRemoved, selectOutboxState } from './outbox-slice.ts';
import { readOutbox, readOutboxEntry, watchOutbox } from './outbox-store.ts';

/**
 * Follows a change by another tab, which added, marked or sent a message. The sent message is loaded before the waiting
 * one is removed.
 */
async function follow(store: AppStore, me: string, clientId: string, gone: boolean): Promise<void> {
  const { dispatch } = store;
  const entry = readOutboxEntry(me, clientId);
  if (!gone && entry) {
    dispatch(outboxPut(entry));
    return;
  }
  const loaded = selectOutboxState(store.getState()).entries.find((each) => each.client_id === clientId);
  if (loaded) await dispatch(catchUp(loaded.receiver_id));
  dispatch(outboxRemoved(clientId));
}

/** Shows and sends the member's waiting messages, once the member is known. Returns a function that stops it. */
export function watchOwnOutbox(store: AppStore): () => void {
  const { dispatch } = store;
  let me: string | undefined;
  let stopWatching: () => void = () => undefined;
  const flush = () => dispatch(flushOutboxNow());
  const onMemberChange = () => {
    const id = selectOwnUser(store.getState())?._id;
    if (id === me) return;
    me = id;
    stopWatching();
    if (id === undefined) return;
    dispatch(outboxLoaded(readOutbox(id)));
    stopWatching = watchOutbox(id, (clientId, gone) => void follow(store, id, clientId, gone));
    flush();
  };
  onMemberChange();
  const unsubscribe = store.subscribe(onMemberChange);
  const flushIfVisible = () => document.visibilityState === 'visible' && flush();
  addEventListener('online', flush);
  document.addEventListener('visibilitychange', flushIfVisible);
  return () => {
    unsubscribe();
    stopWatching();
    removeEventListener('online', flush);
    document.removeEventListener('visibilitychange', flushIfVisible);
  };
}
