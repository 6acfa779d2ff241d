import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ReportDialog } from './report-dialog.tsx';

it('The dialog for a report stays open while the report is being sent', async () => {
  writeSession('abc', buildOwnUser());
  const sent = deferred<FakeResponse>();
  serve({ 'POST /users/report': () => sent.promise });
  const onClose = vi.fn();
  const reported = { kind: 'member', id: idOf(1) } as const;
  const { user } = renderAt('/', () => <ReportDialog reported={reported} open onClose={onClose} />);
  await user.click(await screen.findByRole('button', { name: 'Report' }));
  await user.keyboard('{Escape}');
  sent.resolve(fail(503, 'The service is busy right now.'));
  expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
