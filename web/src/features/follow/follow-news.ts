/** The viewer's follows and unfollows in other tabs. */
import type { ClientEvents, ServerEventPayload, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { followReceived, selectFollowing, selectFollowList } from '#entities/people/follow-slice.ts';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { createMissedNews } from '#lib/browser/missed-news.ts';
import type { AppStore } from '#lib/store.ts';
import { loadFollowList } from './follow-commands.ts';

/** Listens for follows; after a reconnect it reloads the list. Returns a function that stops it. */
export function listenToFollows(socket: Socket<ServerEvents, ClientEvents>, store: AppStore): () => void {
  const { dispatch } = store;
  const missedNews = createMissedNews();
  const reload = () => {
    if (selectFollowList(store.getState(), 'followings').status !== 'idle')
      void dispatch(loadFollowList('followings', true));
  };
  const onFollow = ({ user_id: userId, following, followersCount }: ServerEventPayload<'follow'>) => {
    const shown = selectFollowing(store.getState(), userId);
    dispatch(followReceived({ userId, following, followersCount }));
    // A change made in this tab is shown already.
    if (shown === following) return;
    void dispatch(loadOwnUser());
    if (shown === undefined) reload();
  };
  const onConnect = () => {
    if (missedNews()) reload();
  };
  socket.on('follow', onFollow);
  socket.on('connect', onConnect);
  return () => {
    socket.off('follow', onFollow);
    socket.off('connect', onConnect);
  };
}
