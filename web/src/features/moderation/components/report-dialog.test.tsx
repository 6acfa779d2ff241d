import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ReportDialog } from './report-dialog.tsx';

const reported = { kind: 'member', id: idOf(1) } as const;

it('The dialog for a report asks before a reason is lost', async () => {
  writeSession('abc', buildOwnUser());
  const onClose = vi.fn();
  const { user } = renderAt('/', () => <ReportDialog reported={reported} open onClose={onClose} />);
  await user.type(await screen.findByLabelText(/^What is wrong/), 'They sell lamps that do not light.');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it('The dialog for a report stays open while the report is being sent', async () => {
  writeSession('abc', buildOwnUser());
  const sent = deferred<FakeResponse>();
  serve({ 'POST /users/report': () => sent.promise });
  const onClose = vi.fn();
  const { user } = renderAt('/', () => <ReportDialog reported={reported} open onClose={onClose} />);
  await user.click(await screen.findByRole('button', { name: 'Report' }));
  await user.keyboard('{Escape}');
  sent.resolve(fail(503, 'The service is busy right now.'));
  expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
