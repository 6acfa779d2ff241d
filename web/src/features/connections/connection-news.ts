/** What the other members do: invitations and connections as they come and go, while the page is open. */
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
import { readNetworkAgain } from './connection-commands.ts';
import { loadInvitations } from './invitations/invitation-commands.ts';
import { receivedCounted } from './invitations/invitation-slice.ts';

/** Shows what now stands between me and somebody, and reads the lists again that tell more than the event does. */
export function showRelationship({
  user_id: userId,
  connectionStatus,
  receivedCount,
}: ServerEventPayload<'tie'>): AppThunk {
  return (dispatch, getState) => {
    const told = { userId, status: connectionStatus };
    if (selectRelationshipBusy(getState(), userId)) dispatch(relationshipDeferred(told));
    else dispatch(relationshipReceived({ ...told, was: selectRelationship(getState(), userId)?.status }));
    dispatch(receivedCounted(receivedCount));
    dispatch(readNetworkAgain());
  };
}

/** Listens for news of the network; what was missed is read again on coming back. Answers how to stop. */
export function listenToRelationships(socket: Socket<ServerEvents, ClientEvents>, { dispatch }: AppStore): () => void {
  const missedNews = createMissedNews();
  let isCounted = false;
  const onRelationship = (event: ServerEventPayload<'tie'>) => dispatch(showRelationship(event));
  const onConnect = () => {
    // The first time for the number of those waiting; whenever something was missed for all that is shown.
    if (missedNews()) dispatch(readNetworkAgain());
    if (!isCounted) void dispatch(loadInvitations('received', true));
    isCounted = true;
  };
  const onLook = () => {
    if (document.visibilityState === 'visible') dispatch(readNetworkAgain());
  };
  socket.on('tie', onRelationship);
  socket.on('connect', onConnect);
  document.addEventListener('visibilitychange', onLook);
  return () => {
    socket.off('tie', onRelationship);
    socket.off('connect', onConnect);
    document.removeEventListener('visibilitychange', onLook);
  };
}
