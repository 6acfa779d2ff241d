import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ProfileMenu } from './profile-menu.tsx';

it('The account menu lists the themes and ticks the current one', async () => {
  const me = buildOwnUser();
  writeSession('abc', me);
  serve({ 'GET /getProfile': ok(me) });
  const { user } = renderAt('/home', () => <ProfileMenu />);
  const open = () => user.click(screen.getByRole('button', { name: /Your account/ }));
  await open();
  await user.click(screen.getByRole('menuitemradio', { name: 'Theme: Light' }));
  expect(document.documentElement.dataset['theme']).toBe('light');
  await open();
  expect(screen.getByRole('menuitemradio', { name: 'Theme: Light', checked: true })).toBeTruthy();
  await user.click(screen.getByRole('menuitemradio', { name: 'Theme: System', checked: false }));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

it('The account menu opens and closes the floating chats, except on the messages page', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  const me = buildOwnUser();
  writeSession('abc', me);
  serve({ 'GET /getProfile': ok(me) });
  const { user, unmount } = renderAt('/home', () => <ProfileMenu />);
  const open = () => user.click(screen.getByRole('button', { name: /Your account/ }));
  await open();
  await user.click(screen.getByRole('menuitem', { name: 'Open chats' }));
  await open();
  await user.click(screen.getByRole('menuitem', { name: 'Close chats' }));
  unmount();
  renderAt('/Messages', () => <ProfileMenu />);
  await open();
  expect(screen.queryByRole('menuitem', { name: 'Open chats' })).toBeNull();
});
