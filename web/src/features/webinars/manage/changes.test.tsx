import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { buildManagedWebinar } from '#testing/build-webinars.ts';
import { deferred, type FakeResponse, fail, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

beforeEach(() => writeSession('abc', buildOwnUser()));

const webinar = buildManagedWebinar();

it.each([
  ['move', MoveDialog, 'Save the time', `PUT /webinars/${webinar._id}/schedule`],
  ['cancel', CancelDialog, 'Cancel webinar', `POST /webinars/${webinar._id}/cancel`],
])('The dialog to %s a webinar stays open while the change is being sent', async (_verb, Shown, name, call) => {
  const sent = deferred<FakeResponse>();
  serve({ [call]: () => sent.promise });
  const onClose = vi.fn();
  const { user } = renderAt('/', () => <Shown webinar={webinar} open onClose={onClose} onDone={() => undefined} />);
  await user.click(await screen.findByRole('button', { name }));
  await user.keyboard('{Escape}');
  sent.resolve(fail(503, 'The service is busy right now.'));
  expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

it.each([
  ['move', MoveDialog, /^Starts/, '2027-01-08T19:00'],
  ['cancel', CancelDialog, /^Message to/, 'My voice is gone.'],
])('The dialog to %s a webinar asks before what is written is lost', async (_verb, Shown, label, value) => {
  const onClose = vi.fn();
  const { user } = renderAt('/', () => <Shown webinar={webinar} open onClose={onClose} onDone={() => undefined} />);
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Keep editing' })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
