/** Calls for the member's devices that receive notifications. */
import type {
  createPushSubscription,
  deletePushDevice,
  deletePushSubscription,
  listPushDevices,
  PushDevice,
  PushDevices,
  sendTestPush,
} from '@afterhours/contract/notifications/push';
import { call } from '#lib/api/client.ts';

export type { PushDevice, PushDevices };

export const loadDevices = () => call<typeof listPushDevices>('GET', '/push/subscriptions');

export const addDevice = (endpoint: string, keys: { p256dh: string; auth: string }) =>
  call<typeof createPushSubscription>('POST', '/push/subscriptions', { body: { endpoint, keys } });

export const removeThisDevice = () => call<typeof deletePushSubscription>('DELETE', '/push/subscriptions');

export const removeDevice = (id: string) =>
  call<typeof deletePushDevice>('DELETE', '/push/subscriptions/:id', { params: { id } });

export const sendTest = () => call<typeof sendTestPush>('POST', '/push/test');
