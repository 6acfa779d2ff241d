import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { PopularPosts, PopularSheet } from './components/popular-posts.tsx';

it('Popular posts show the first 15 characters and the author’s first name, and link to the post', async () => {
  serve({ 'GET /post/popular': ok([buildPost({ description: 'abcdefghijklmnopqrst' })]) });
  renderAt('/home', () => <PopularPosts />);
  const link = await screen.findByRole('link', { name: /^abcdefghijklmno… ?Ana$/ });
  expect(link.getAttribute('href')).toBe(`/activities#${idOf(100)}`);
  expect(screen.getByRole('heading', { name: 'Popular Posts' })).toBeTruthy();
  expect(screen.getByText('Over the past 24 hours')).toBeTruthy();
});

it('Popular posts that fail to load are logged and not shown', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  serve({ 'GET /post/popular': fail(503, 'Busy.') });
  renderAt('/home', () => <PopularPosts />);
  await waitFor(() => expect(info).toHaveBeenCalledWith('Popular posts: Busy.'));
  await waitFor(() => expect(document.querySelector('section')).toBeNull());
  expect(screen.queryByText('Popular Posts')).toBeNull();
  expect(screen.queryByText('Busy.')).toBeNull();
});

it('Popular posts are behind a button without a side column, and are loaded when it is clicked', async () => {
  const requests = serve({ 'GET /post/popular': ok([buildPost({ description: 'Glaze notes' })]) });
  const { user, place } = renderAt('/home', () => <PopularSheet />);
  expect(requests).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Popular Posts' }));
  const dialog = screen.getByRole('dialog', { name: 'Popular Posts' });
  expect(within(dialog).getByText('Over the past 24 hours')).toBeTruthy();
  await user.click(await within(dialog).findByRole('link', { name: /Glaze notes/ }));
  expect(place()).toBe('/activities');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
