import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { UpdateProfile } from './update-profile.tsx';

beforeEach(() => writeSession('abc', buildOwnUser()));

it('Update Profile switches between sections, and asks before changes are lost', async () => {
  serve({});
  const { user } = renderAt('/Settings', () => <UpdateProfile section="profile" open onClose={() => undefined} />);
  const go = (name: string) => user.click(screen.getByRole('button', { name }));
  await go('Notification');
  expect(screen.getAllByRole('switch')).toHaveLength(5);
  await go('General');
  expect(await screen.findByLabelText('Employment')).toBeTruthy();
  await go('Profile');
  await user.type(await screen.findByLabelText(/^Profession/), 'Potter');
  await go('General');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Profession/).value).toMatch(/Potter$/);
  await go('General');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByLabelText('Employment')).toBeTruthy();
});

it('A notification switch of Update Profile changes at once, and reverts when the server rejects it', async () => {
  const requests = serve({ 'PUT /updateProfile': fail(503, 'The service is busy right now.') });
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
  expect(requests.map(({ body }) => body)).toEqual([{ like_notification: 'Off' }]);
  expect(likes.checked).toBe(true);
});

it('Update Profile shows the public fields first, and the private ones separately', async () => {
  serve({});
  renderAt('/Settings', () => <UpdateProfile section="profile" open onClose={() => undefined} />);
  const group = (name: string) => within(screen.getByRole('region', { name }));
  const shown = group('What others see');
  for (const label of [/^First name/, /^Last name/, /^Profession/, /^Intro/, /^Username/, /^Country/])
    expect(shown.getByLabelText(label)).toBeTruthy();
  const hidden = group('Only you see this');
  for (const label of [/^Email/, /^Phone number/, /^Gender/]) expect(hidden.getByLabelText(label)).toBeTruthy();
});

it.each([
  ['phone', /^Phone number/],
  ['country', /^Country/],
  ['profession', /^Profession/],
] as const)('Update Profile focuses the requested field: %s', async (focus, label) => {
  serve({});
  renderAt('/Settings', () => <UpdateProfile section="profile" focus={focus} open onClose={() => undefined} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
});

it('Update Profile opens the dialogs for pictures and links where they exist', async () => {
  serve({});
  const edits: unknown[] = [];
  const edit = (next: unknown) => edits.push(next);
  const { user } = renderAt('/Profile', () => (
    <UpdateProfile section="profile" open onClose={() => undefined} onEdit={edit} />
  ));
  for (const name of ['Profile image', 'Cover image', 'Links']) await user.click(screen.getByRole('button', { name }));
  expect(edits).toEqual([{ editor: 'image' }, { editor: 'cover' }, { editor: 'links' }]);
});

it('Update Profile saves a profession alone, even if required private fields are empty', async () => {
  const me = buildOwnUser({ phone: null, gender: null, dob: null, country: 'Portugal' });
  writeSession('abc', me);
  const requests = serve({ 'PUT /updateProfile': ok({ ...me, profession: 'Baker' }) });
  const closed: true[] = [];
  const { user } = renderAt('/Profile', () => (
    <UpdateProfile section="profile" open onClose={() => closed.push(true)} />
  ));
  const profession = screen.getByLabelText(/^Profession/);
  await user.clear(profession);
  await user.type(profession, 'Baker');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(closed).toHaveLength(1));
  const saved = requests.filter(({ method }) => method === 'PUT');
  expect(saved.map(({ body }) => body)).toEqual([{ profession: 'Baker' }]);
});
