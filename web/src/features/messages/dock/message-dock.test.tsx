import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { clearSession, writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { MessageDock } from './message-dock.tsx';

const show = () => {
  writeSession('abc', buildOwnUser());
  return renderAt('/home', () => <MessageDock />);
};
const isOpen = () => screen.getByRole('button', { name: /Messaging/ }).getAttribute('aria-expanded');

it('The floating chats stay open on the next page, and are closed for the next member', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  serve({ 'GET /connections/getAllMessageConnections': ok([], { page: null, limit: 20, nextCursor: null }) });
  const { user, unmount } = show();
  await user.click(await screen.findByRole('button', { name: /Messaging/ }));
  unmount();
  const next = show();
  expect(isOpen()).toBe('true');
  clearSession();
  next.unmount();
  show();
  expect(isOpen()).toBe('false');
});
