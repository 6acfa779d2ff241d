import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildConversation, buildMessage, buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { NewMessage } from './new-message.tsx';

it.each([
  ['opens its chat', false],
  ['does not open its chat if the form is left while it is being stored', true],
])('A new message %s', async (_what, isLeft) => {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  const requests = serve({
    'GET /users': ok([buildPerson({ _id: idOf(2), firstName: 'Jonas' })], { page: null, limit: 20, nextCursor: null }),
    'POST /messages/create': ok(buildMessage(1)),
    'GET /messages/conversation': ok(buildConversation()),
  });
  const onSent = vi.fn();
  const { user, unmount } = renderAt('/Messages', () => <NewMessage onClose={vi.fn()} onSent={onSent} />);
  await user.click(await screen.findByRole('button', { name: /Jonas/ }));
  const box = screen.getByRole('textbox', { name: 'Message' });
  fireEvent.change(box, { target: { value: 'Hello' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  if (isLeft) unmount();
  await waitFor(() => expect(requests.some(({ path }) => path === '/messages/conversation')).toBe(true));
  expect(onSent.mock.calls).toEqual(isLeft ? [] : [[idOf(2)]]);
});
