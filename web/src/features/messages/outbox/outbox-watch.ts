/** Keeps the outbox going while a member is signed in: over reloads, other tabs and lost connections. */
import { selectOwnUser } from '#features/account/auth-slice.ts';
import type { AppStore } from '#lib/store.ts';
import { catchUp } from '../chat/thread-commands.ts';
import { flushOutboxNow } from './outbox-commands.ts';
import { outboxLoaded, outboxPut, outboxTaken, selectOutboxState } from './outbox-slice.ts';
import { readOutbox, readOutboxEntry, watchOutbox } from './outbox-store.ts';

/**
 * What another tab did: added a message, marked it, or sent it. A sent one is loaded before the waiting one is removed.
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
  dispatch(outboxTaken(clientId));
}

/** Shows and sends what the member has waiting, as soon as the member is known. Returns how to stop. */
export function watchOwnOutbox(store: AppStore): () => void {
  const { dispatch } = store;
  let me: string | undefined;
  let stopWatching: () => void = () => undefined;
  const flush = () => dispatch(flushOutboxNow());
  const begin = () => {
    const id = selectOwnUser(store.getState())?._id;
    if (id === me) return;
    me = id;
    stopWatching();
    if (id === undefined) return;
    dispatch(outboxLoaded(readOutbox(id)));
    stopWatching = watchOutbox(id, (clientId, gone) => void follow(store, id, clientId, gone));
    flush();
  };
  begin();
  const unsubscribe = store.subscribe(begin);
  const seen = () => document.visibilityState === 'visible' && flush();
  addEventListener('online', flush);
  document.addEventListener('visibilitychange', seen);
  return () => {
    unsubscribe();
    stopWatching();
    removeEventListener('online', flush);
    document.removeEventListener('visibilitychange', seen);
  };
}
