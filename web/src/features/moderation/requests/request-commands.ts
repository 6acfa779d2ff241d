/** Calls for requests to join, for staff, and the number of waiting ones, which every staff page shows. */
import type {
  countJoinRequests,
  decideJoinRequests,
  JoinDecision,
  listJoinRequests,
} from '@afterhours/contract/community/join-requests';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '#lib/api/client.ts';
import { pageQuery } from '#lib/lists/use-pages.ts';
import { onRequestsChanged } from './request-changes.ts';

/** Loads one page of requests, the oldest first. */
export const loadJoinRequests = (cursor: string | null, limit?: number) =>
  call<typeof listJoinRequests>('GET', '/staff/requests', { query: pageQuery(cursor, limit) });

/** Decides requests. The response holds the ids of those that nobody else had decided. */
export const decideRequests = (body: { ids: string[]; action: JoinDecision; words: string }) =>
  call<typeof decideJoinRequests>('POST', '/staff/requests/decisions', { body });

let waiting = 0;
const listeners = new Set<() => void>();

/** Reloads the number of waiting requests; a failure leaves the count unchanged. */
export async function loadJoinRequestCount(): Promise<void> {
  const response = await call<typeof countJoinRequests>('GET', '/staff/requests/count');
  if (!response.ok) return;
  waiting = response.body.count;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns the number of waiting requests, loaded when a staff page is opened, and when it may have changed. */
export function useWaitingRequests(isStaff: boolean): number {
  useEffect(() => {
    if (!isStaff) return undefined;
    void loadJoinRequestCount();
    return onRequestsChanged(() => void loadJoinRequestCount());
  }, [isStaff]);
  return useSyncExternalStore(subscribe, () => waiting);
}
