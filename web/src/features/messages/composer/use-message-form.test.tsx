import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import { readDraft, writeSession } from '#lib/browser/session-storage.ts';
import { createStore } from '#lib/store.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, fail, serve } from '#testing/fake-server.ts';
import { useMessageForm } from './use-message-form.ts';

const to = idOf(2);

function openForm() {
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return renderHook(() => useMessageForm({ draft: to, receiverId: to }), { wrapper }).result;
}

it('The form of a message gets its text back, before what was written since, if it cannot be sent', async () => {
  // Nobody is signed in any more.
  const form = openForm();
  act(() => form.current.setText('Hi'));
  let submitted: Promise<boolean> | undefined;
  act(() => {
    submitted = form.current.submit();
  });
  expect(form.current.text).toBe('');
  act(() => form.current.setText('Hike'));
  await act(async () => expect(await submitted).toBe(false));
  expect(form.current.text).toBe('Hi\nHike');
});

it('The form of a message that is left and opened again meanwhile is emptied when the message is stored', async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  serve({ 'POST /messages/create': fail(503, 'Busy.') });
  const form = openForm();
  act(() => form.current.setText('Hi'));
  let submitted: Promise<boolean> | undefined;
  act(() => {
    submitted = form.current.submit();
  });
  const again = openForm();
  expect(again.current.text).toBe('Hi');
  await act(async () => expect(await submitted).toBe(true));
  expect(again.current.text).toBe('');
});

it('The form of a message leaves a draft alone that another tab has written since', async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  serve({ 'POST /messages/create': fail(503, 'Busy.') });
  const name = `message:${idOf(1)}:${to}`;
  const form = openForm();
  act(() => form.current.setText('Hi'));
  const stored = deferred<void>();
  act(() => void form.current.submit().then(() => stored.resolve()));
  localStorage.setItem(`draft:${name}`, JSON.stringify('Hi there'));
  await act(() => stored.promise);
  await waitFor(() => expect(form.current.text).toBe(''));
  expect(readDraft(name)).toBe('Hi there');
});

it('The form of a message sends a text while the files of an earlier message are being stored', async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  const requests = serve({ 'POST /messages/create': fail(403, 'You cannot send messages to this member.') });
  const form = openForm();
  act(() => form.current.files.add([new File(['x'], 'plan.pdf', { type: 'application/pdf' })]));
  const submit = (text: string) => {
    act(() => form.current.setText(text));
    let submitted: Promise<boolean> | undefined;
    act(() => {
      submitted = form.current.submit();
    });
    return submitted;
  };
  const first = submit('See this');
  expect(form.current.files.files).toEqual([]);
  const second = submit('And this');
  expect(form.current.text).toBe('');
  expect(readDraft(`message:${idOf(1)}:${to}`)).toBe('See this\nAnd this');
  await act(async () => expect(await Promise.all([first, second])).toEqual([true, true]));
  expect(readDraft(`message:${idOf(1)}:${to}`)).toBeNull();
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.body).toMatchObject({ content: 'And this' });
});

it('The form of a message accepts 5,000 emoji and keeps a longer text', async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  serve({ 'POST /messages/create': fail(503, 'Busy.') });
  const form = openForm();
  for (const [count, isSent] of [
    [5_001, false],
    [5_000, true],
  ] as const) {
    act(() => form.current.setText('🎉'.repeat(count)));
    let submitted: Promise<boolean> | undefined;
    act(() => {
      submitted = form.current.submit();
    });
    await act(async () => expect(await submitted).toBe(isSent));
  }
});
