/** Requests to join, for staff; how many wait is known to every page of theirs. */
import type {
  countJoinRequests,
  decideJoinRequests,
  JoinDecision,
  listJoinRequests,
} from '@afterhours/contract/join-requests';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '#lib/api/client.ts';

/** Loads one page of requests, the oldest first. */
export const loadRequests = (cursor: string | null) =>
  call<typeof listJoinRequests>('GET', '/staff/requests', { query: cursor ? { cursor } : {} });

/** Decides requests; answers the ids of those that nobody else had decided. */
export const decideRequests = (body: { ids: string[]; action: JoinDecision; words: string }) =>
  call<typeof decideJoinRequests>('POST', '/staff/requests/decisions', { body });

let waiting = 0;
const listeners = new Set<() => void>();

/** Loads anew how many requests wait; a failure leaves the count as it is. */
export async function countRequests(): Promise<void> {
  const answer = await call<typeof countJoinRequests>('GET', '/staff/requests/count');
  if (!answer.ok) return;
  waiting = answer.body.count;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns how many requests wait, loaded when a page of the staff is opened. */
export function useWaitingRequests(isStaff: boolean): number {
  useEffect(() => {
    if (isStaff) void countRequests();
  }, [isStaff]);
  return useSyncExternalStore(subscribe, () => waiting);
}
