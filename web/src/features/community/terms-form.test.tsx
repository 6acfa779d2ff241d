import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { TermsForm } from './components/terms-form.tsx';

beforeEach(() => localStorage.clear());

it('The terms are published as a new version on top of the loaded one, and the focus stays', async () => {
  writeSession('abc', buildOwnUser({ staffRole: 'owner' }));
  const next = { version: 1, publishedAt: '2026-03-01T20:00:00.000Z', terms: 'Be kind.', privacy: null };
  const requests = serve({
    'GET /community/terms': ok({ version: 0, publishedAt: null, terms: null, privacy: null }),
    'POST /staff/terms': ok(next),
  });
  const { user } = renderAt('/moderation/community', () => <TermsForm />);
  expect(await screen.findByText('The built-in texts apply.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Terms and conditions' }), 'Be kind.');
  await user.click(screen.getByRole('button', { name: 'Publish a new version' }));
  expect(await screen.findByText(/^Version 1 has been in force since/)).toBeTruthy();
  expect(requests.find(({ path }) => path === '/staff/terms')?.body).toEqual({
    version: 0,
    terms: 'Be kind.',
    privacy: null,
  });
  const publish = screen.getByRole('button', { name: 'Publish a new version' });
  await waitFor(() => expect(document.activeElement).toBe(publish));
});

it('The error that the newer terms cannot be loaded has the focus', async () => {
  writeSession('abc', buildOwnUser({ staffRole: 'owner' }));
  let terms = ok({ version: 0, publishedAt: null, terms: null, privacy: null });
  serve({
    'GET /community/terms': () => Promise.resolve(terms),
    'POST /staff/terms': fail(409, 'Changed.'),
  });
  const { user } = renderAt('/moderation/community', () => <TermsForm />);
  await user.type(await screen.findByRole('textbox', { name: 'Terms and conditions' }), 'Be kind.');
  terms = fail(403, 'You may not read this.');
  await user.click(screen.getByRole('button', { name: 'Publish a new version' }));
  const error = await screen.findByText('You may not read this.');
  expect(document.activeElement?.contains(error)).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});
