import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { fail, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { sendMessage } from '../outbox/outbox-commands.ts';
import { useWaiting } from '../outbox/use-waiting.ts';
import { WaitingBubble } from './waiting-bubble.tsx';

const jonas = idOf(2);

function Waiting() {
  return useWaiting(jonas).map((entry) => <WaitingBubble key={entry.client_id} entry={entry} />);
}

it('A waiting message shows its picture from the moment it is written', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  serve({ 'POST /messages/create': fail(503, 'Unavailable.') });
  const { store } = renderAt('/Messages', () => <Waiting />);
  const file = new File(['x'], 'view.png', { type: 'image/png' });
  const about = { name: file.name, type: file.type, size: 1, filetype: 'image', width: 4, height: 3 } as const;
  await act(() => store.dispatch(sendMessage({ receiverId: jonas, content: '', files: [{ file, about }] })));
  expect((await screen.findByRole<HTMLImageElement>('img', { name: 'view.png' })).src).toBe('blob:x');
});
