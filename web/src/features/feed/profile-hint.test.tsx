import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ProfileHint } from './components/profile-hint.tsx';

const signIn = (number: number, fields: Parameters<typeof buildOwnUser>[0]) =>
  writeSession('abc', buildOwnUser({ _id: idOf(number), ...fields }));

beforeEach(() => localStorage.clear());
const noteShared = (number: number) => localStorage.setItem(`profile-shared:${idOf(number)}`, 'shared');

const whole = { image: 'a.webp', profession: 'Potter', intro_details: 'Mugs.', followingsCount: 1 };

it('The first steps show what is done and link to the rest, and stay hidden once dismissed', async () => {
  signIn(1, { ...whole, image: null, intro_details: null });
  const { user, unmount } = renderAt('/home', () => <ProfileHint />);
  expect(screen.getByText('2 of 5 first steps done')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Add a picture', '/first-evening?step=picture'],
    ['Write a sentence about you', '/first-evening?step=intro'],
  ]);
  expect(screen.getByText('Follow someone').textContent).toBe('Done: Follow someone');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/first steps/)).toBeNull();
  unmount();
  renderAt('/home', () => <ProfileHint />);
  expect(screen.queryByText(/first steps/)).toBeNull();
});

it('The first steps pass the focus on to the feed when they are dismissed', async () => {
  signIn(6, { ...whole, image: null });
  const { user } = renderAt('/home', () => (
    <main id="main" tabIndex={-1}>
      <div>
        <ProfileHint />
        <button type="button">Write</button>
      </div>
    </main>
  ));
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Write' })));
});

it('The first steps are hidden for a member who has completed them', () => {
  signIn(2, whole);
  noteShared(2);
  renderAt('/home', () => <ProfileHint />);
  expect(screen.queryByText(/first steps/)).toBeNull();
});

it('The first steps start with a welcome for a member who has just confirmed their email address', () => {
  signIn(3, { ...whole, firstName: 'Mara', profession: null });
  renderAt({ pathname: '/home', state: { welcome: true } }, () => <ProfileHint />);
  expect(screen.getByText(/^Welcome/).textContent).toBe('Welcome, Mara! Your email is confirmed.');
  expect(screen.getByRole('link', { name: 'Add your profession' }).getAttribute('href')).toBe('/Profile');
});

it('A member who has completed all first steps is welcomed, too', () => {
  signIn(4, { ...whole, firstName: 'Mara' });
  renderAt({ pathname: '/home', state: { welcome: true } }, () => <ProfileHint />);
  expect(screen.getByText(/^Welcome/).textContent).toBe('Welcome, Mara! Your email is confirmed.');
});

it('Sharing the profile is done once its link has been copied', async () => {
  signIn(5, whole);
  const { user } = renderAt('/home', () => <ProfileHint />);
  expect(screen.getByText('4 of 5 first steps done')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Share your profile' }));
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));
  await waitFor(() => expect(screen.queryByText(/first steps/)).toBeNull());
  expect(localStorage.getItem(`profile-shared:${idOf(5)}`)).not.toBeNull();
});
