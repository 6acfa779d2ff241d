import type { leaveSeat as leaveSeatRoute, takeSeat as takeSeatRoute } from '@afterhours/contract/webinars';
import { call } from '#lib/api/client.ts';

export const takeSeat = (id: string) => call<typeof takeSeatRoute>('POST', '/webinars/:id/seat', { params: { id } });

export const leaveSeat = (id: string) =>
  call<typeof leaveSeatRoute>('DELETE', '/webinars/:id/seat', { params: { id } });
