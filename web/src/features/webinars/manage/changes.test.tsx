import type { ManagedWebinar } from '@afterhours/contract/webinars/lists';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

beforeEach(() => writeSession('abc', buildOwnUser()));

const webinar: ManagedWebinar = {
  _id: idOf(100),
  title: 'Glazes',
  startsAt: '2099-03-01T20:00:00.000Z',
  endsAt: null,
  timeZone: null,
  state: 'upcoming',
  capacity: null,
  seatsTaken: 0,
  price: 0,
  isPaid: false,
  waiting: 0,
  recording: null,
  cancelWords: null,
};

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
