import { useEffect, useRef } from 'react';
import { type AppThunk, useAppDispatch, useAppSelector } from '#lib/store.ts';
import { selectReading } from './profile-slice.ts';

/**
 * Reads a profile whenever its page is come to, and again when what was read is forgotten, as when somebody signs in in
 * another tab. Answers how far the reading is.
 */
export function useReading(key: string, load: (id: string) => AppThunk<Promise<void>>, id: string) {
  const dispatch = useAppDispatch();
  const reading = useAppSelector((state) => selectReading(state, key));
  const unread = reading === undefined;
  const visited = useRef<string | null>(null);
  useEffect(() => {
    if (!unread && visited.current === id) return;
    visited.current = id;
    void dispatch(load(id));
  }, [dispatch, load, id, unread]);
  return reading;
}
