/** Calls for requests to join, for staff, and what every staff page shows: how many requests wait. */
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

/**
 * `needsFactor`: staff calls are refused, because the viewer has no two-step verification and has not signed in with a
 * passkey.
 */
type StaffState = { waiting: number; needsFactor: boolean };

let staffState: StaffState = { waiting: 0, needsFactor: false };
const listeners = new Set<() => void>();

/**
 * Reloads the number of waiting requests, which a failure leaves unchanged, and learns whether staff calls need a
 * second factor. After any other failure the pages show by themselves what is wrong.
 */
export async function loadStaffState(): Promise<void> {
  const response = await call<typeof countJoinRequests>('GET', '/staff/requests/count');
  if (response.ok) staffState = { waiting: response.body.count, needsFactor: false };
  else staffState = { ...staffState, needsFactor: response.reason === 'second-factor' };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Returns how many requests wait, and whether staff calls need a second factor; loaded when a staff page is opened,
 * and when the number may have changed.
 */
export function useStaffState(isStaff: boolean): StaffState {
  useEffect(() => {
    if (!isStaff) return undefined;
    void loadStaffState();
    return onRequestsChanged(() => void loadStaffState());
  }, [isStaff]);
  return useSyncExternalStore(subscribe, () => staffState);
}
