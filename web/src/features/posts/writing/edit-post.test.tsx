import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
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
