import { act, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildComment, buildOwnUser, idOf } from '#testing/build.ts';
import { renderPost } from '#testing/render-post.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { showPostEvent } from './watch-posts.ts';

beforeEach(() => {
  toast.remove();
  localStorage.clear();
  writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' }));
});

const mine = buildComment({ _id: idOf(204), user_id: idOf(9), comment: 'Cone six' });
const comments = [{ ...mine, user: { ...mine.user, _id: idOf(9) } }];
const findField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' });

async function edit() {
  const app = renderPost({ comments, commentsCount: 1 });
  await app.user.click(screen.getByRole('button', { name: 'Comment menu' }));
  await app.user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  return { ...app, field: findField() };
}

it('A comment that is deleted elsewhere stays, with what is written, until editing ends', async () => {
  const { user, store, field } = await edit();
  await user.type(field, ' or ten');
  const deletedComment = { _id: idOf(204), parent_id: null };
  act(() => showPostEvent(store, { post_id: idOf(100), deletedComment, commentsCount: 0 }));
  expect([field.isConnected, field.value]).toEqual([true, 'Cone six or ten']);
  expect(screen.getByRole('alert').textContent).toMatch(/^This comment was deleted/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('Cone six')).toBeNull();
});

it('A comment that is being edited stays when its post is deleted', async () => {
  const { user, store, field } = await edit();
  act(() => showPostEvent(store, { post_id: idOf(100), deleted: true }));
  expect(field.isConnected).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('article')).toBeNull();
});

it('A comment that is changed elsewhere says so once something is written, and is followed until then', async () => {
  const { user, store } = await edit();
  const change = (comment: string) =>
    act(() => showPostEvent(store, { post_id: idOf(100), comment: { ...comments[0]!, comment }, commentsCount: 1 }));
  change('Cone seven');
  const field = findField();
  expect([field.value, screen.queryByText(/changed elsewhere/)]).toEqual(['Cone seven', null]);
  await user.type(field, ' or ten');
  change('Cone eight');
  expect(screen.getByText(/^This comment was changed elsewhere/)).toBeTruthy();
  expect([field.isConnected, field.value]).toEqual([true, 'Cone seven or ten']);
});

it('A comment whose own change arrives before the response to Save does not count as changed elsewhere', async () => {
  const { user, store, field } = await edit();
  await user.type(field, ' or ten ');
  const comment = { ...comments[0]!, comment: 'Cone six or ten' };
  act(() => showPostEvent(store, { post_id: idOf(100), comment, commentsCount: 1 }));
  expect([field.isConnected, field.value]).toEqual([true, 'Cone six or ten ']);
  expect(screen.queryByText(/changed elsewhere/)).toBeNull();
});

it('A new comment stays, with what is written, when its post is deleted elsewhere, until it is discarded', async () => {
  const { user, store } = renderPost({});
  await user.click(screen.getByRole('button', { name: 'Write a comment' }));
  render(<Toaster />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
  await user.type(field, 'At cone six');
  act(() => showPostEvent(store, { post_id: idOf(100), deleted: true }));
  expect([field.isConnected, field.value]).toEqual([true, 'At cone six']);
  expect(screen.getByText(/^This was deleted.*you can copy your text/)).toBeTruthy();
  // The form says it.
  expect(screen.queryByText('This post was deleted.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect([screen.queryByRole('article'), Object.keys(localStorage).filter((key) => key.startsWith('draft:'))]).toEqual([
    null,
    [],
  ]);
});

it('A post goes at once, with a note, if no comment is being written', async () => {
  const { user, store } = renderPost({});
  render(<Toaster />);
  await user.click(screen.getByRole('button', { name: 'Write a comment' }));
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), ' ');
  act(() => showPostEvent(store, { post_id: idOf(100), deleted: true }));
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByText('This post was deleted.')).toBeTruthy();
});

it('A reply stays, with what is written, when the comment that it answers is deleted elsewhere', async () => {
  const { user, store } = renderPost({ comments, commentsCount: 1 });
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
  await user.type(field, 'Thank you');
  const deletedComment = { _id: idOf(204), parent_id: null };
  act(() => showPostEvent(store, { post_id: idOf(100), deletedComment, commentsCount: 0 }));
  expect([field.isConnected, field.value]).toEqual([true, expect.stringMatching(/Thank you$/)]);
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('Cone six')).toBeNull();
});
