import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { PopularPosts } from './components/popular-posts.tsx';

it('shows the first 15 characters and the first name of each popular post, and leads to it', async () => {
  serve({ 'GET /post/popular': ok([buildPost({ description: 'abcdefghijklmnopqrst' })]) });
  renderAt('/home', () => <PopularPosts />);
  const link = await screen.findByRole('link', { name: /^abcdefghijklmno… ?Ana$/ });
  expect(link.getAttribute('href')).toBe(`/activities#${idOf(100)}`);
  expect(screen.getByRole('heading', { name: 'Popular Posts' })).toBeTruthy();
  expect(screen.getByText('Over the past 24 hours')).toBeTruthy();
});

it('logs a failure and shows nothing', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  serve({ 'GET /post/popular': fail(503, 'Busy.') });
  renderAt('/home', () => <PopularPosts />);
  await waitFor(() => expect(info).toHaveBeenCalledWith('Popular posts: Busy.'));
  await waitFor(() => expect(document.querySelector('section')).toBeNull());
  expect(screen.queryByText('Popular Posts')).toBeNull();
  expect(screen.queryByText('Busy.')).toBeNull();
});
