import { useCallback, useEffect, useState } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadConnections } from './connection-list-commands.ts';
import { selectConnectionList } from './connection-list-slice.ts';

const PAUSE_MS = 250;

/** Returns the text after a pause in typing; an empty text at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The viewer's connections that match the keyword, found by the server. */
export function useConnections(text: string) {
  const dispatch = useAppDispatch();
  const keyword = useSettled(text.trim());
  const loaded = useAppSelector(selectConnectionList);
  const requested = loaded.keyword === keyword && loaded.status !== 'idle';
  useEffect(() => {
    if (!requested) void dispatch(loadConnections(keyword, true));
  }, [dispatch, keyword, requested]);
  const more = useCallback(() => void dispatch(loadConnections(keyword, false)), [dispatch, keyword]);
  const retry = () => void dispatch(loadConnections(keyword, loaded.entries.length === 0 || loaded.cursor === null));
  return { ...loaded, more, retry };
}
