import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '#testing/render-app.tsx';
import { LandingPage } from './landing-page.tsx';

it.each([
  { mode: 'open', links: ['Join', 'Create your account', 'Join'], note: null },
  {
    mode: 'approval',
    links: ['Ask to join', 'Ask to join', 'Ask to join'],
    note: 'The people who run this community decide who joins.',
  },
  {
    mode: 'invitation',
    links: ['I have an invitation', 'I have an invitation', 'I have an invitation'],
    note: 'You can only join this community by invitation.',
  },
  { mode: 'closed', links: [], note: 'This community is not accepting new members at the moment.' },
])('The landing page of a community says who may join: $mode', ({ mode, links, note }) => {
  renderAt('/', () => <LandingPage mode={mode} />);
  const toRegister = screen.getAllByRole('link').filter((link) => link.getAttribute('href') === '/Register');
  expect(toRegister.map(({ textContent }) => textContent)).toEqual(links);
  expect(screen.getAllByRole('link', { name: 'Sign in' })).not.toHaveLength(0);
  const notes = note === null ? [] : screen.getAllByText(note);
  // If nobody may join, the page ends with the note, too.
  expect(notes).toHaveLength({ open: 0, closed: 2 }[mode] ?? 1);
  expect(screen.queryByText(/Come in/) === null).toBe(note !== null);
  expect(screen.queryByText(/free|no ads/i)).toBeNull();
});

it('The landing page says that its posts are examples, and leads to those that members have published', () => {
  renderAt('/', () => <LandingPage mode="open" />);
  expect(screen.getByText(/The posts on this page are examples/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Jobs' }).getAttribute('href')).toBe('/jobs');
  expect(screen.getByRole('link', { name: 'Webinars' }).getAttribute('href')).toBe('/webinars');
});
