/** Invitations and connections that other members create or remove while the page is open. */
import type { ClientEvents, ServerEventPayload, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import {
  relationshipDeferred,
  relationshipReceived,
  selectRelationship,
  selectRelationshipBusy,
} from '#entities/people/connection-slice.ts';
import { createMissedNews } from '#lib/browser/missed-news.ts';
import type { AppStore, AppThunk } from '#lib/store.ts';
import { reloadNetwork } from './connection-commands.ts';
import { loadInvitations } from './invitations/invitation-commands.ts';
import { receivedCounted } from './invitations/invitation-slice.ts';

/** Shows the new relationship with a member, and reloads the lists, which contain more than the event. */
export function showRelationship({
  user_id: userId,
  connectionStatus,
  receivedCount,
}: ServerEventPayload<'tie'>): AppThunk {
  return (dispatch, getState) => {
    const event = { userId, status: connectionStatus };
    if (selectRelationshipBusy(getState(), userId)) dispatch(relationshipDeferred(event));
    else dispatch(relationshipReceived({ ...event, was: selectRelationship(getState(), userId)?.status }));
    dispatch(receivedCounted(receivedCount));
    dispatch(reloadNetwork());
  };
}

/** Listens for such events; after a reconnect it reloads the lists. Returns a function that stops it. */
export function listenToRelationships(socket: Socket<ServerEvents, ClientEvents>, { dispatch }: AppStore): () => void {
  const missedNews = createMissedNews();
  let isCounted = false;
  const onRelationship = (event: ServerEventPayload<'tie'>) => dispatch(showRelationship(event));
  const onConnect = () => {
    // The first connection loads the number of invitations, a later one reloads all lists that are shown.
    if (missedNews()) dispatch(reloadNetwork());
    if (!isCounted) void dispatch(loadInvitations('received', true));
    isCounted = true;
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') dispatch(reloadNetwork());
  };
  socket.on('tie', onRelationship);
  socket.on('connect', onConnect);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    socket.off('tie', onRelationship);
    socket.off('connect', onConnect);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
