import { useCallback, useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadConnections } from './connection-list-commands.ts';
import { selectConnectionList } from './connection-list-slice.ts';

const REST_MS = 250;

/** The text once nobody has typed for a moment; at once when it was emptied. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), text === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

/** My connections that match the keyword, as the server finds them. */
export function useConnections(text: string) {
  const dispatch = useAppDispatch();
  const keyword = useRested(text.trim());
  const held = useAppSelector(selectConnectionList);
  const asked = held.keyword === keyword && held.status !== 'idle';
  useEffect(() => {
    if (!asked) void dispatch(loadConnections(keyword, true));
  }, [dispatch, keyword, asked]);
  const more = useCallback(() => void dispatch(loadConnections(keyword, false)), [dispatch, keyword]);
  const retry = () => void dispatch(loadConnections(keyword, held.entries.length === 0 || held.cursor === null));
  return { ...held, more, retry };
}
