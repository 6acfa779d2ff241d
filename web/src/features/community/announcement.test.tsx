import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderAt } from '#testing/render-app.tsx';

async function draw(content: string | null) {
  vi.resetModules();
  if (content !== null)
    document.head.append(Object.assign(document.createElement('meta'), { name: 'announcement', content }));
  const { Announcement } = await import('./components/announcement.tsx');
  return renderAt('/home', () => <Announcement />);
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
});

it('An announcement is shown until it is dismissed, and a new one is shown again', async () => {
  const first = await draw('Meet-up on Friday at eight.');
  expect(document.body.textContent).toContain('Meet-up on Friday at eight.');
  await first.user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  first.unmount();
  const again = await draw('Meet-up on Friday at eight.');
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  again.unmount();
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
  await draw('The meet-up is moved to Saturday.');
  expect(document.body.textContent).toContain('moved to Saturday');
});

it('Without an announcement there is no banner', async () => {
  await draw(null);
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
});
