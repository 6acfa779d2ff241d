import type { PushDevice, PushDevices } from '@afterhours/contract/notifications/push';
import { screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { DevicesCard } from './devices-card.tsx';

const device = (current: boolean, changes: Partial<PushDevice> = {}): PushDevice => ({
  _id: current ? '01a20949-0000-7000-8000-000000000001' : '01a20949-0000-7000-8000-000000000002',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
  createdAt: '2026-11-01T12:00:00.000Z',
  current,
  ...changes,
});
const holding = (...devices: PushDevice[]): PushDevices => ({ publicKey: 'BAAA', devices });

type Served = Parameters<typeof serve>[0];

function show(devices: PushDevices, served: Served = {}) {
  const requests = serve({ 'GET /push/subscriptions': ok(devices), ...served });
  return { requests, ...renderAt('/Settings', () => <DevicesCard />) };
}

/** Stubs the push API, which the test's browser lacks. */
function addPushService(permission: NotificationPermission, response: NotificationPermission = permission) {
  const state = { permission };
  const requestPermission = vi.fn(async () => {
    state.permission = response;
    return response;
  });
  const stub = {
    get permission() {
      return state.permission;
    },
    requestPermission,
  };
  const toJSON = () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } });
  const subscription = { toJSON, options: { applicationServerKey: null }, unsubscribe: vi.fn(async () => true) };
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription };
  vi.stubGlobal('Notification', stub);
  vi.stubGlobal('PushManager', {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }) },
  });
  return { requestPermission };
}

afterEach(() => {
  toast.remove();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

describe('The devices that receive notifications, in the settings', () => {
  it('include this one after a click, and the browser asks only then', async () => {
    const { requestPermission } = addPushService('default', 'granted');
    const { requests, user } = show(holding(), { 'POST /push/subscriptions': ok(holding(device(true))) });
    const allow = await screen.findByRole('button', { name: 'Allow' });
    expect(requestPermission).not.toHaveBeenCalled();
    await user.click(allow);
    expect(await screen.findByText('Gets notifications.')).toBeTruthy();
    expect(requests.at(-1)?.body).toEqual({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } });
  });

  it('explain how to undo a permission that the member denied', async () => {
    addPushService('default', 'denied');
    const { requests, user } = show(holding());
    await user.click(await screen.findByRole('button', { name: 'Allow' }));
    expect(await screen.findByText(/^Blocked by your browser/)).toBeTruthy();
    expect(requests).toHaveLength(1);
  });

  it('cannot include this one in a browser without notifications', async () => {
    show(holding());
    expect(await screen.findByText(/cannot show notifications/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are named, and can be removed', async () => {
    addPushService('granted');
    const other = device(false);
    const { requests, user } = show(holding(device(true), other), {
      [`DELETE /push/subscriptions/${other._id}`]: ok(holding(device(true))),
    });
    await user.click(
      await screen.findByRole('button', { name: 'Remove Chrome on Windows, since Sunday, 1 November 2026 at 12:00' }),
    );
    await waitFor(() => expect(screen.queryByText('Chrome on Windows')).toBeNull());
    expect(requests.at(-1)?.method).toBe('DELETE');
  });

  it('show why a test notification does not arrive', async () => {
    addPushService('granted');
    const failed = vi.spyOn(toast, 'error');
    const { user } = show(holding(device(true)), { 'POST /push/test': fail(503, 'The service did not take it.') });
    await user.click(await screen.findByRole('button', { name: 'Send a test' }));
    await waitFor(() => expect(failed.mock.calls.at(-1)?.[0]).toBe('The service did not take it.'));
  });

  it('offer a retry when they cannot be loaded', async () => {
    serve({ 'GET /push/subscriptions': fail(503, 'Busy right now.') });
    const { user } = renderAt('/Settings', () => <DevicesCard />);
    await screen.findByText('Busy right now.');
    serve({ 'GET /push/subscriptions': ok(holding(device(false))) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Chrome on Windows')).toBeTruthy();
  });
});
