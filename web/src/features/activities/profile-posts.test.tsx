import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ProfilePosts } from './components/profile-posts.tsx';

const picture = {
  _id: idOf(700),
  filename: 'kiln.jpg',
  filetype: 'image' as const,
  width: 1200,
  height: 800,
  placeholder: 'data:image/webp;base64,',
  alt: 'A kiln',
  url: '/api/uploads/post/kiln.jpg',
};
const page = (...posts: ReturnType<typeof buildPost>[]) => ok(posts, { page: null, limit: 10, nextCursor: null });

it('The posts of a profile show author, time and first picture, and link to the post', async () => {
  const requests = serve({ 'GET /post/getByUserPost': page(buildPost({ attachments: [picture] })) });
  const { user, place } = renderAt('/Profile', () => <ProfilePosts userId={idOf(1)} />);
  const row = await screen.findByRole('link', { name: /Ana Reyes Posted this - .*The kiln held its temperature\./ });
  const thumbnail = screen.getByRole('img', { name: 'A kiln' });
  expect([thumbnail.getAttribute('width'), thumbnail.getAttribute('height')]).toEqual(['64', '64']);
  expect(requests[0]?.search.get('userId')).toBe(idOf(1));
  expect(screen.getByRole('link', { name: 'See all' }).getAttribute('href')).toBe(`/activities?userId=${idOf(1)}`);
  await user.click(row);
  expect(place()).toBe('/activities');
  expect(screen.getByLabelText('Place').dataset.state).toContain(idOf(100));
});

it('The posts of a profile have no See all link without posts', async () => {
  serve({ 'GET /post/getByUserPost': page() });
  renderAt('/Profile', () => <ProfilePosts />);
  expect(await screen.findByText('Your posts will appear here.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'See all' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Edit posts' })).toBeTruthy();
});

it('The posts of a profile that fail to load show the reason and can be reloaded', async () => {
  let response = fail(503, 'Busy.');
  serve({ 'GET /post/getByUserPost': () => response });
  const { user } = renderAt('/Profile', () => <ProfilePosts />);
  await screen.findByText('Busy.');
  response = page(buildPost());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The kiln held its temperature.')).toBeTruthy();
});
