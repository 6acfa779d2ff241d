import type { findMembers } from '@afterhours/contract/people/people-filters';
import { relationshipsReceived } from '#entities/people/connection-slice.ts';
import { selectFollowVersion } from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/receive-people.ts';
import { call } from '#lib/api/client.ts';
import { endAsFailed } from '#lib/api/end-as-failed.ts';
import type { AppThunk } from '#lib/store.ts';
import { findFailed, findLoaded, findRequested, selectFound } from './find-slice.ts';

const PAGE_SIZE = '20';

/** Loads the members that match the filters (a query string), from the start or the next page. */
export function loadFound(query: string, fresh: boolean): AppThunk<Promise<void>> {
  return endAsFailed(
    async (dispatch, getState) => {
      const present = selectFound(getState());
      if (!fresh && (present.status === 'loading' || present.cursor === null)) return;
      const cursor = fresh ? {} : { cursor: present.cursor ?? '' };
      dispatch(findRequested(query));
      const followVersion = selectFollowVersion(getState());
      const response = await call<typeof findMembers>('GET', '/people/find', {
        query: { ...Object.fromEntries(new URLSearchParams(query)), limit: PAGE_SIZE, ...cursor },
      });
      if (!response.ok) {
        dispatch(findFailed({ query, message: response.message, fresh }));
        return;
      }
      const { body, nextCursor } = response;
      dispatch(receivePeople(body, followVersion));
      dispatch(
        relationshipsReceived(
          Object.fromEntries(
            body.map((each) => [each._id, { status: each.connectionStatus, requestId: each.connectionRequestId }]),
          ),
        ),
      );
      const entries = body.map(({ _id, country, inCommon }) => ({ _id, country, inCommon }));
      dispatch(findLoaded({ query, entries, cursor: nextCursor, fresh }));
    },
    (message) => findFailed({ query, message, fresh }),
  );
}
