import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from '#lib/store.ts';
import { buildNotification } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { announce } from './announce.tsx';

const Address = () => <p data-testid="address">{useLocation().pathname}</p>;

function open() {
  const requests = serve({ 'PUT /notification/update/:id': ok({}, { totalLatestCount: 0 }) });
  const store = createStore();
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Address />
        <Toaster />
      </MemoryRouter>
    </Provider>,
  );
  return {
    requests,
    announce: (...about: Parameters<typeof announce>) => act(() => store.dispatch(announce(...about))),
  };
}
const shown = (content: string) => screen.queryAllByRole('link', { name: content }).length;

beforeEach(() => toast.removeAll());

it('An action that is undone and repeated within a minute is announced once', () => {
  const page = open();
  const invited = buildNotification({ type: 'connection', content: 'Mei Lin invited you to connect' });
  page.announce(invited, false, 0);
  page.announce(invited, false, 50_000);
  expect(shown(invited.content)).toBe(1);
  act(() => toast.removeAll());
  page.announce(invited, false, 59_999);
  expect(shown(invited.content)).toBe(0);
  page.announce(invited, false, 60_000);
  expect(shown(invited.content)).toBe(1);
});

it('Every message is announced, but many by one member share one toast', () => {
  const page = open();
  const written = buildNotification({ type: 'message', content: 'Mei Lin sent you a message' });
  for (let at = 0; at < 30; at++) page.announce(written, false, at);
  expect(shown(written.content)).toBe(1);
  act(() => toast.removeAll());
  page.announce(written, false, 31);
  expect(shown(written.content)).toBe(1);
});

it('A toast leads to what it is about, disappears, and marks its notification as read', async () => {
  vi.useFakeTimers();
  const page = open();
  const written = buildNotification({ type: 'message', content: 'Ada sent you a message', link: '/Messages' });
  page.announce(written);
  fireEvent.click(screen.getByRole('link', { name: written.content }));
  expect(screen.getByTestId('address').textContent).toBe('/Messages');
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(shown(written.content)).toBe(0);
  expect(page.requests.map(({ path }) => path)).toEqual([`/notification/update/${written._id}`]);
  vi.useRealTimers();
});

it('What the page shows itself is announced to screen readers alone', () => {
  const page = open();
  const written = buildNotification({ type: 'message', content: 'Ben sent you a message' });
  page.announce(written, true);
  expect(shown(written.content)).toBe(0);
  expect(screen.getByText(written.content).parentElement?.getAttribute('role')).toBe('status');
});
