import type { MessageRequest } from '@afterhours/contract/messages/message-requests';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { selectLatestChange, selectRequestChanges } from '../state/request-slice.ts';
import { loadMessageRequests, type RequestState } from './request-commands.ts';

type Loaded = {
  items: MessageRequest[];
  cursor: string | null;
  status: 'loading' | 'ready' | 'failed';
  message: string;
};

const none: Loaded = { items: [], cursor: null, status: 'loading', message: '' };

/** Merges a page into the loaded requests, each request once, the newest first. */
function merge(items: readonly MessageRequest[], page: readonly MessageRequest[]): MessageRequest[] {
  const byId = new Map([...items, ...page].map((item) => [item._id, item]));
  return [...byId.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** The requests of one state, page by page; a request that changes in any tab is added or removed. */
export function useRequests(state: RequestState) {
  const dispatch = useAppDispatch();
  const changes = useAppSelector(selectRequestChanges);
  const latest = useAppSelector(selectLatestChange);
  const [loaded, setLoaded] = useState(none);
  const shown = useRef(true);
  const load = useCallback(
    async (cursor: string | null, fresh: boolean) => {
      const response = await dispatch(loadMessageRequests(state, cursor));
      if (!shown.current) return;
      setLoaded((now) => {
        if (!response.ok) return { ...now, status: 'failed', message: response.message };
        const isFirst = now.items.length === 0 || !fresh;
        return {
          items: merge(now.items, response.body),
          cursor: isFirst ? response.nextCursor : now.cursor,
          status: 'ready',
          message: '',
        };
      });
    },
    [dispatch, state],
  );
  useEffect(() => {
    shown.current = true;
    void load(null, true);
    return () => {
      shown.current = false;
    };
  }, [load]);
  useEffect(() => {
    if (latest?.request === state) void load(null, true);
  }, [latest, state, load]);
  const items = useMemo(
    () => loaded.items.filter(({ _id }) => !(_id in changes) || changes[_id] === state),
    [loaded.items, changes, state],
  );
  const more = () => {
    if (loaded.status === 'loading') return;
    setLoaded({ ...loaded, status: 'loading', message: '' });
    void load(loaded.cursor, false);
  };
  return { ...loaded, items, more };
}
