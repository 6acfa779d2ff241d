import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ProfileHint } from './components/profile-hint.tsx';

const signIn = (number: number, fields: Parameters<typeof buildOwnUser>[0]) =>
  writeSession('abc', buildOwnUser({ _id: idOf(number), ...fields }));

beforeEach(() => localStorage.clear());

it('The hint names what a profile is missing, and stays away once dismissed', async () => {
  signIn(1, { image: null, profession: 'Potter', intro_details: null });
  const { user, unmount } = renderAt('/home', () => <ProfileHint />);
  expect(screen.getByText('Your profile is missing a picture and a sentence about you.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Complete your profile' }).getAttribute('href')).toBe('/Profile');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/is missing/)).toBeNull();
  unmount();
  renderAt('/home', () => <ProfileHint />);
  expect(screen.queryByText(/is missing/)).toBeNull();
});

it('The hint is not shown to a member whose profile has it all', () => {
  signIn(2, { image: 'a.webp', profession: 'Potter', intro_details: 'Mugs.' });
  renderAt('/home', () => <ProfileHint />);
  expect(screen.queryByText(/is missing/)).toBeNull();
});

it('The hint welcomes a member who has just confirmed their e-mail, and names the next step', () => {
  signIn(3, { firstName: 'Mara', image: 'a.webp', profession: null, intro_details: 'Mugs.' });
  renderAt({ pathname: '/home', state: { welcome: true } }, () => <ProfileHint />);
  expect(screen.getByText(/^Welcome/).textContent).toMatch(
    /^Welcome, Mara! Your e-mail is confirmed\. Your profile is missing what you do\./,
  );
});

it('The hint welcomes a member whose profile has it all, too', () => {
  signIn(4, { firstName: 'Mara', image: 'a.webp', profession: 'Potter', intro_details: 'Mugs.' });
  renderAt({ pathname: '/home', state: { welcome: true } }, () => <ProfileHint />);
  expect(screen.getByText(/^Welcome/).textContent?.trim()).toBe('Welcome, Mara! Your e-mail is confirmed.');
});
