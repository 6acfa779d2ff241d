/** What the viewer's block or report in another tab, or another member's block, hides from the viewer. */
import type { ClientEvents, ServerEventPayload, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { postDismissed } from '#entities/posts/posts-slice.ts';
import type { AppStore } from '#lib/store.ts';
import { hideMember } from './moderation-commands.ts';

/** Removes the hidden member or post from every list. */
export function showHidden({ dispatch }: AppStore, hidden: ServerEventPayload<'hidden'>): void {
  if (hidden.user_id) dispatch(hideMember(hidden.user_id));
  if (hidden.post_id) dispatch(postDismissed(hidden.post_id));
}

/** Listens for `hidden` events. Returns a function that stops listening. */
export function listenToHidden(socket: Socket<ServerEvents, ClientEvents>, store: AppStore): () => void {
  const onHidden = (hidden: ServerEventPayload<'hidden'>) => showHidden(store, hidden);
  socket.on('hidden', onHidden);
  return () => {
    socket.off('hidden', onHidden);
  };
}
