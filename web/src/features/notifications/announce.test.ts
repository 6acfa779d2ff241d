import { renderHook } from '@testing-library/react';
import { toast, useToasterStore } from 'react-hot-toast/headless';
import { beforeEach, expect, it } from 'vitest';
import { buildNotification } from '#testing/build.ts';
import { announce } from './announce.ts';

beforeEach(() => toast.remove());

const shown = () => renderHook(() => useToasterStore()).result.current.toasts.map(({ message }) => message);

it('An action that is undone and repeated within a minute is announced once', () => {
  const invited = buildNotification({ type: 'connection', content: 'Mei Lin invited you to connect' });
  announce(invited, 0);
  announce(invited, 50_000);
  expect(shown()).toEqual([invited.content]);
  toast.remove();
  announce(invited, 59_999);
  expect(shown()).toEqual([]);
  announce(invited, 60_000);
  expect(shown()).toEqual([invited.content]);
});

it('Every message is announced, but many by one member share one toast', () => {
  const written = buildNotification({ type: 'message', content: 'Mei Lin sent you a message' });
  for (let at = 0; at < 30; at++) announce(written, at);
  expect(shown()).toEqual([written.content]);
  toast.remove();
  announce(written, 31);
  expect(shown()).toEqual([written.content]);
});
