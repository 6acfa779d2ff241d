import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { postsReceived } from '#entities/posts/entities.ts';
import { removePost } from '#entities/posts/post-commands.ts';
import { selectPost } from '#entities/posts/posts-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { useAppSelector } from '#lib/store.ts';
import { buildOwnUser, buildPost, buildWebinar, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { EditPost } from './edit-post.tsx';

beforeEach(() => {
  localStorage.clear();
  writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' }));
});

function Stored() {
  const [open, setOpen] = useState(true);
  const post = useAppSelector((state) => selectPost(state, idOf(100)));
  return post ? <EditPost post={post} open={open} onClose={() => setOpen(false)} /> : <p>The post is gone</p>;
}

/** Opens the dialog over a post in the store, and returns what changes it elsewhere. */
function editStored() {
  const app = renderAt('/home', (store) => {
    store.dispatch(postsReceived([buildPost()]));
    return <Stored />;
  });
  const receive = (changes: Parameters<typeof buildPost>[0]) =>
    act(
      () => void app.store.dispatch(postsReceived([buildPost({ updatedAt: '2026-12-01T20:00:00.000Z', ...changes })])),
    );
  const remove = () => act(() => app.store.dispatch(removePost(idOf(100))));
  return { ...app, receive, remove, description: screen.getByLabelText<HTMLTextAreaElement>(/Description/) };
}

/** A picture of a post. */
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

const REPLACES = /^This post was changed elsewhere/;

it('What is written stays when the post is deleted meanwhile, and can only be copied', async () => {
  const { user, remove, description } = editStored();
  await user.type(description, ' and more');
  remove();
  expect(description.isConnected && description.value).toMatch(/ and more$/);
  expect(screen.getByRole('alert').textContent).toMatch(/^This post was deleted/);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Copy text' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(description.isConnected).toBe(true);
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('The post is gone')).toBeTruthy();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

it('Saving a post that was deleted unnoticed says so, and keeps what is written', async () => {
  serve({ 'POST /post/update': fail(404, 'Gone.'), [`GET /post/${idOf(100)}`]: fail(404, 'Gone.') });
  const { user, description } = editStored();
  await user.type(description, '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^This post was deleted/)).toBeTruthy();
  expect(description.isConnected && description.value).toMatch(/!$/);
});

it('A dialog in which nothing is written goes with its post', async () => {
  const { remove } = editStored();
  remove();
  expect(await screen.findByText('The post is gone')).toBeTruthy();
});

it('A post that is changed elsewhere says so once something is written, and is followed until then', async () => {
  const { user, receive } = editStored();
  receive({ description: 'From elsewhere' });
  const description = screen.getByLabelText<HTMLTextAreaElement>(/Description/);
  expect([description.value, screen.queryByText(REPLACES)]).toEqual(['From elsewhere', null]);
  await user.type(description, ', and here');
  receive({ description: 'From elsewhere', likesCount: 8, updatedAt: '2026-12-01T20:01:00.000Z' });
  expect(screen.queryByText(REPLACES)).toBeNull();
  receive({ description: 'Another one', updatedAt: '2026-12-01T20:02:00.000Z' });
  expect(screen.getByText(REPLACES)).toBeTruthy();
  expect(document.activeElement).toBe(description);
  expect(description.value).toBe('From elsewhere, and here');
});

it('A draft whose form has another field since does not say that its post was changed', async () => {
  const first = editStored();
  await first.user.type(first.description, ', and here');
  first.unmount();
  const name = Object.keys(localStorage).find((key) => key.startsWith('draft:')) ?? '';
  const stored = localStorage.getItem(name) ?? '';
  // As the form without titles would have stored it.
  const older = stored.replace(/\\"title\\":\\".*?\\",/, '');
  expect(older).not.toBe(stored);
  localStorage.setItem(name, older);
  editStored();
  expect([screen.getByDisplayValue(/, and here$/).isConnected, screen.queryByText(REPLACES)]).toEqual([true, null]);
});

it('A draft that was left says when its post has been changed since, each time it is opened', async () => {
  const first = editStored();
  await first.user.type(first.description, ', and here');
  first.unmount();
  const open = (changes: Parameters<typeof buildPost>[0]) =>
    renderAt('/home', (store) => {
      store.dispatch(postsReceived([buildPost(changes)]));
      return <Stored />;
    });
  const same = open({ likesCount: 8 });
  expect([screen.getByDisplayValue(/, and here$/).isConnected, screen.queryByText(REPLACES)]).toEqual([true, null]);
  same.unmount();
  for (const again of [1, 2]) {
    const changed = open({ description: 'From elsewhere', likesCount: again });
    expect([screen.getByDisplayValue(/, and here$/).isConnected, screen.queryByText(REPLACES) === null]).toEqual([
      true,
      false,
    ]);
    changed.unmount();
  }
  const { user } = open({ description: 'From elsewhere' });
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

it('Saving after a change elsewhere neither removes nor describes pictures that are gone', async () => {
  const requests = serve({ 'POST /post/update': ok(buildPost()) });
  const { user, receive } = editStored();
  receive({ attachments: [picture(1), picture(2)] });
  await user.click(screen.getAllByRole('button', { name: /Remove/ })[0] ?? document.body);
  receive({ attachments: [picture(2)], updatedAt: '2026-12-01T20:02:00.000Z' });
  expect(screen.getByText(REPLACES)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toMatchObject({ removeFiles: [], describeFiles: [] });
  await act(async () => undefined);
});

it('Editing a post keeps its type, removes a picture, and leaves the rest unchanged', async () => {
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
