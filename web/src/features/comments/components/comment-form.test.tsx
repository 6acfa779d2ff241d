import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CallFailure } from '#lib/api/client.ts';
import { renderAt } from '#testing/render-app.tsx';
import { CommentForm } from './comment-form.tsx';

const unreachable: CallFailure = { ok: false, status: 0, message: 'The server cannot be reached.' };

it('A comment sent again after a lost response and a reload has the same key, and the next one another', async () => {
  const sent: { text: string; key: string }[] = [];
  const responses: (CallFailure | undefined)[] = [unreachable, undefined];
  const send = async (text: string, key: string) => {
    sent.push({ text, key });
    return responses.shift();
  };
  const show = () =>
    renderAt('/home', () => (
      <CommentForm word="Comment" placeholder="Write" draft="comment:test" focus={false} send={send} />
    ));
  const button = () => screen.getByRole('button', { name: 'Comment' });
  const { user, unmount } = show();
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Once');
  await user.click(button());
  expect(await screen.findByText(unreachable.message)).toBeTruthy();
  unmount();
  show();
  await user.click(button());
  await waitFor(() => expect(sent).toHaveLength(2));
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Once');
  await user.click(button());
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.map(({ text }) => text)).toEqual(['Once', 'Once', 'Once']);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});
