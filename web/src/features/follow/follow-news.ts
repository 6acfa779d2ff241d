/** Whom I follow, as my other windows change it. */
import type { ClientEvents, ServerEventPayload, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { followReceived, selectFollowing, selectFollowList } from '#entities/people/follow-slice.ts';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { createMissedNews } from '#lib/browser/missed-news.ts';
import type { AppStore } from '#lib/store.ts';
import { loadFollowList } from './follow-commands.ts';

/** Listens for follows; what was missed is read again on coming back. Answers how to stop. */
export function listenToFollows(socket: Socket<ServerEvents, ClientEvents>, store: AppStore): () => void {
  const { dispatch } = store;
  const missedNews = createMissedNews();
  const reloadMessages = () => {
    if (selectFollowList(store.getState(), 'followings').status !== 'idle')
      void dispatch(loadFollowList('followings', true));
  };
  const onFollow = ({ user_id: userId, following, followersCount }: ServerEventPayload<'follow'>) => {
    const shown = selectFollowing(store.getState(), userId);
    dispatch(followReceived({ userId, following, followersCount }));
    // What was done here is shown already.
    if (shown === following) return;
    void dispatch(loadOwnUser());
    if (shown === undefined) reloadMessages();
  };
  const onConnect = () => {
    if (missedNews()) reloadMessages();
  };
  socket.on('follow', onFollow);
  socket.on('connect', onConnect);
  return () => {
    socket.off('follow', onFollow);
    socket.off('connect', onConnect);
  };
}
