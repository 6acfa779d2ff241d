import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pollWhileUnreliable } from './poll-while-unreliable.ts';

const QUARTER_MINUTE = 15_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function start(connected: boolean) {
  const handlers = new Map<string, (payload?: unknown) => void>();
  const socket = {
    connected,
    on: (event: string, handler: (payload?: unknown) => void) => handlers.set(event, handler),
    off: (event: string) => handlers.delete(event),
  };
  const reload = vi.fn<() => void>();
  const stop = pollWhileUnreliable(socket as unknown as Socket<ServerEvents, ClientEvents>, reload);
  return { socket, reload, stop, receive: (event: string, payload?: unknown) => handlers.get(event)?.(payload) };
}

it('Live data is not reloaded while the link is up', () => {
  const { reload, stop } = start(true);
  vi.advanceTimersByTime(10 * QUARTER_MINUTE);
  expect(reload).not.toHaveBeenCalled();
  stop();
});

it('Live data is reloaded every 15 seconds while the link is weak, and once more when it has recovered', () => {
  const { reload, stop, receive } = start(true);
  receive('line', { weak: true });
  vi.advanceTimersByTime(2 * QUARTER_MINUTE);
  expect(reload).toHaveBeenCalledTimes(2);
  receive('line', { weak: false });
  vi.advanceTimersByTime(10 * QUARTER_MINUTE);
  expect(reload).toHaveBeenCalledTimes(3);
  stop();
});

it('Live data is reloaded while the socket is down, but in a hidden tab only once it becomes visible', () => {
  const { reload, stop } = start(false);
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.advanceTimersByTime(3 * QUARTER_MINUTE);
  expect(reload).not.toHaveBeenCalled();
  sight.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(QUARTER_MINUTE);
  expect(reload).toHaveBeenCalledTimes(2);
  stop();
});

it('A new socket counts as healthy until the server reports otherwise, and nothing is reloaded after the stop', () => {
  const { socket, reload, stop, receive } = start(true);
  receive('line', { weak: true });
  receive('connect');
  vi.advanceTimersByTime(2 * QUARTER_MINUTE);
  expect(reload).not.toHaveBeenCalled();
  socket.connected = false;
  stop();
  vi.advanceTimersByTime(4 * QUARTER_MINUTE);
  expect(reload).not.toHaveBeenCalled();
});
