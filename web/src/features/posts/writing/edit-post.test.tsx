import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, buildWebinar, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { EditPost } from './edit-post.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' })));

it('Editing a post keeps its type, removes a picture, and leaves the rest unchanged', async () => {
  const picture = (n: number) => ({
    _id: idOf(600 + n),
    filename: `p${n}.jpg`,
    filetype: 'image' as const,
    width: 10,
    height: 10,
    placeholder: '',
    alt: `Bowl ${n}`,
    url: `/p${n}.jpg`,
  });
  const { user: _user, comments: _comments, ...post } = buildPost({ attachments: [picture(1), picture(2)] });
  const requests = serve({ 'POST /post/update': ok(buildPost()) });
  const { user } = renderAt('/home', () => <EditPost post={post} open onClose={() => undefined} />);
  expect(screen.getByLabelText<HTMLSelectElement>(/Type/).disabled).toBe(true);
  // There is nothing to discard yet.
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
  await user.click(screen.getAllByRole('button', { name: /Remove/ })[0] ?? document.body);
  expect(screen.getByRole('button', { name: 'Discard changes' })).toBeTruthy();
  const description = screen.getByLabelText(/Description/);
  await user.clear(description);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Please enter description')).toBeTruthy();
  await user.type(description, 'One bowl');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({
    _id: idOf(100),
    description: 'One bowl',
    removeFiles: [idOf(601)],
    filenames: [],
  });
  await act(async () => undefined);
});

it('Editing the text of a webinar keeps its tax rate; a new price takes the present rate', async () => {
  const webinar = buildWebinar({ price: 1_000, currency: 'eur', addedTax: 19, total: 1_190 });
  const more = { postType: 'webinar', title: 'Glazes', link: 'https://example.com/live', webinar } as const;
  const { user: _user, comments: _comments, ...post } = buildPost(more);
  const account = { mode: 'community', sharePercent: 0, taxPercent: 20, state: 'none', payouts: false, sandbox: true };
  const requests = serve({ 'POST /post/update': ok(buildPost()), 'GET /me/seller-account': ok(account) });
  const { user } = renderAt('/home', () => <EditPost post={post} open onClose={() => undefined} />);
  expect(await screen.findByText('Buyers pay €11.90.')).toBeTruthy();
  // The form begins with its first field, not scrolled to the text at its end.
  expect(document.activeElement).toBe(screen.getByLabelText(/Title/));
  await user.type(screen.getByLabelText(/Description/), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => requests.filter(({ path }) => path === '/post/update').map(({ body }) => body);
  await waitFor(() => expect(sent()).toHaveLength(1));
  for (const name of ['price', 'currency', 'tax']) expect(sent()[0]).not.toHaveProperty(name);

  const price = screen.getByLabelText('Price');
  await user.clear(price);
  await user.type(price, '20');
  expect(await screen.findByText('Buyers pay €24.00.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent()[1]).toMatchObject({ price: 2_000, currency: 'eur', tax: 'added' }));
  await act(async () => undefined);
});
