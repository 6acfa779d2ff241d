/** What the other members do: invitations and connections as they come and go, while the page is open. */
import type { ClientEvents, ServerEventPayload, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { selectTie, selectTieBusy, tieHeard, tieHeld } from '#entities/people/connection-slice.ts';
import { createMissedNews } from '#lib/browser/missed-news.ts';
import type { AppStore, AppThunk } from '#lib/store.ts';
import { readNetworkAgain } from './connection-commands.ts';
import { loadInvitations } from './invitations/invitation-commands.ts';
import { receivedCounted } from './invitations/invitation-slice.ts';

/** Shows what now stands between me and somebody, and reads the lists again that tell more than the event does. */
export function showTie({ user_id: userId, connectionStatus, receivedCount }: ServerEventPayload<'tie'>): AppThunk {
  return (dispatch, getState) => {
    const told = { userId, status: connectionStatus };
    if (selectTieBusy(getState(), userId)) dispatch(tieHeld(told));
    else dispatch(tieHeard({ ...told, was: selectTie(getState(), userId)?.status }));
    dispatch(receivedCounted(receivedCount));
    dispatch(readNetworkAgain());
  };
}

/** Listens for news of the network; what was missed is read again on coming back. Answers how to stop. */
export function listenToTies(socket: Socket<ServerEvents, ClientEvents>, { dispatch }: AppStore): () => void {
  const missedNews = createMissedNews();
  let isCounted = false;
  const onTie = (event: ServerEventPayload<'tie'>) => dispatch(showTie(event));
  const onConnect = () => {
    // The first time for the number of those waiting; whenever something was missed for all that is shown.
    if (missedNews()) dispatch(readNetworkAgain());
    if (!isCounted) void dispatch(loadInvitations('received', true));
    isCounted = true;
  };
  const onLook = () => {
    if (document.visibilityState === 'visible') dispatch(readNetworkAgain());
  };
  socket.on('tie', onTie);
  socket.on('connect', onConnect);
  document.addEventListener('visibilitychange', onLook);
  return () => {
    socket.off('tie', onTie);
    socket.off('connect', onConnect);
    document.removeEventListener('visibilitychange', onLook);
  };
}
