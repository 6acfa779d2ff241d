import { useMemo } from 'react';
import { useAppSelector } from '#lib/store.ts';
import { selectOutboxEntries } from './outbox-slice.ts';

/** The viewer's waiting messages of one conversation. */
export function useWaiting(userId: string) {
  const entries = useAppSelector(selectOutboxEntries);
  return useMemo(() => entries.filter((entry) => entry.receiver_id === userId), [entries, userId]);
}
