import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { fail, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { UpdateProfile } from './update-profile.tsx';

beforeEach(() => writeSession('abc', buildOwnUser()));

it('Update Profile leads from section to section, and asks before changes are lost', async () => {
  serve({});
  const { user } = renderAt('/Settings', () => <UpdateProfile section="profile" open onClose={() => undefined} />);
  const go = (name: string) => user.click(screen.getByRole('button', { name }));
  await go('Notification');
  expect(screen.getAllByRole('switch')).toHaveLength(5);
  await go('General');
  await user.type(await screen.findByLabelText(/^Profession/), 'Potter');
  await go('Profile');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Profession/).value).toMatch(/Potter$/);
  await go('Profile');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByLabelText(/^First name/)).toBeTruthy();
});

it('A notification switch of Update Profile shows at once, and goes back when it is refused', async () => {
  const asked = serve({ 'PUT /updateProfile': fail(503, 'The service is busy right now.') });
  const { user } = renderAt('/Settings', () => (
    <>
      <UpdateProfile section="notification" open onClose={() => undefined} />
      <Toaster />
    </>
  ));
  const likes = await screen.findByRole<HTMLInputElement>('switch', { name: 'Likes' });
  expect(likes.checked).toBe(true);
  await user.click(likes);
  expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
  expect(asked.map(({ body }) => body)).toEqual([{ like_notification: 'Off' }]);
  expect(likes.checked).toBe(true);
});
