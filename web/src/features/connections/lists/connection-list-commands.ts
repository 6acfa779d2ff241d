/** Loads the viewer's connections. */
import type { listConnections } from '@afterhours/contract/people/connections';
import { relationshipsReceived } from '#entities/people/connection-slice.ts';
import { selectFollowVersion } from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/receive-people.ts';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import { logFailure } from '#lib/log.ts';
import type { AppThunk } from '#lib/store.ts';
import {
  connectionsFailed,
  connectionsLoaded,
  connectionsRequested,
  selectConnectionList,
} from './connection-list-slice.ts';

const PAGE_SIZE = '20';

/** Loads the first page of matching connections (`fresh`) or the next one. Repeated requests load a page once. */
export function loadConnections(keyword: string, fresh: boolean): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const present = selectConnectionList(getState());
      if (!fresh && (present.status === 'loading' || present.cursor === null)) return;
      dispatch(connectionsRequested(keyword));
      const followVersion = selectFollowVersion(getState());
      const query = { limit: PAGE_SIZE, keyword, cursor: fresh ? undefined : (present.cursor ?? undefined) };
      const response = await call<typeof listConnections>('GET', '/connections/getAllUserConnections', { query });
      if (!response.ok) {
        logFailure('Connections', response.message);
        dispatch(connectionsFailed({ keyword, message: response.message }));
        return;
      }
      dispatch(
        receivePeople(
          response.body.map(({ otherUserDetail }) => otherUserDetail),
          followVersion,
        ),
      );
      const connected = response.body.map(
        ({ other_user_id: id }) => [id, { status: 'connected', requestId: null }] as const,
      );
      dispatch(relationshipsReceived(Object.fromEntries(connected)));
      const entries = response.body.map(({ other_user_id, createdAt }) => ({
        userId: other_user_id,
        since: createdAt,
      }));
      dispatch(connectionsLoaded({ keyword, entries, cursor: response.nextCursor, total: response.total, fresh }));
    },
    (message) => connectionsFailed({ keyword, message }),
  );
}

/** Reloads the list, if it was loaded. */
export function reloadConnections(): AppThunk {
  return (dispatch, getState) => {
    const { status, keyword } = selectConnectionList(getState());
    if (status !== 'idle') void dispatch(loadConnections(keyword, true));
  };
}
