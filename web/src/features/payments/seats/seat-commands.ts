import type {
  joinWaiting as joinWaitingRoute,
  leaveWaiting as leaveWaitingRoute,
} from '@afterhours/contract/webinars/waiting';
import type { leaveSeat as leaveSeatRoute, takeSeat as takeSeatRoute } from '@afterhours/contract/webinars/webinars';
import { call } from '#lib/api/client.ts';

export const takeSeat = (id: string) => call<typeof takeSeatRoute>('POST', '/webinars/:id/seat', { params: { id } });

export const leaveSeat = (id: string) =>
  call<typeof leaveSeatRoute>('DELETE', '/webinars/:id/seat', { params: { id } });

export const joinWaiting = (id: string) =>
  call<typeof joinWaitingRoute>('POST', '/webinars/:id/waiting', { params: { id } });

export const leaveWaiting = (id: string) =>
  call<typeof leaveWaitingRoute>('DELETE', '/webinars/:id/waiting', { params: { id } });
