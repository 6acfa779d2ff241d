/** What a block, a report in another tab, a ban or the deletion of an account hides from the viewer. */
import type { ClientEvents, ServerEventPayload, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { postDismissed } from '#entities/posts/posts-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import type { AppStore } from '#lib/store.ts';
import { hideMember } from './moderation-commands.ts';

/** Removes the hidden member or post from every list. */
export function showHidden(store: AppStore, { user_id, post_id, gone }: ServerEventPayload<'hidden'>): void {
  const isOther = user_id !== selectOwnUser(store.getState())?._id;
  if (user_id && isOther) store.dispatch(hideMember(user_id, gone));
  if (post_id) store.dispatch(postDismissed(post_id));
}

/** Listens for `hidden` events. Returns a function that stops listening. */
export function listenToHidden(socket: Socket<ServerEvents, ClientEvents>, store: AppStore): () => void {
  const onHidden = (hidden: ServerEventPayload<'hidden'>) => showHidden(store, hidden);
  socket.on('hidden', onHidden);
  return () => {
    socket.off('hidden', onHidden);
  };
}
