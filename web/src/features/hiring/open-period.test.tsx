import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Job } from '@afterhours/contract/jobs/jobs';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { OpenPeriod } from './open-period.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(1) })));

const job: Job = {
  employment: 'contract',
  place: null,
  remote: 'full',
  countries: [],
  pay: null,
  unpaid: 'equity',
  vacancy: null,
  aiScreening: null,
  applyUntil: null,
  state: 'open',
  closedAt: null,
  closeReason: null,
  closesAt: new Date(Date.now() + DAY_MS).toISOString(),
  renewalsLeft: 1,
  mayRenew: true,
  questions: [],
  answerRate: null,
  myApplication: null,
};

const draw = (changes: Partial<Job> = {}, own = true) =>
  renderAt('/jobs', () => <OpenPeriod id={idOf(100)} job={{ ...job, ...changes }} own={own} />);

it('Only its author can renew a job, and close it after a confirmation', async () => {
  const closed = { _id: idOf(100), closedAt: job.closesAt, closeReason: 'filled' };
  const requests = serve({
    'POST /jobs/:id/renew': ok({ _id: idOf(100), closesAt: job.closesAt, renewalsLeft: 0 }),
    'POST /jobs/:id/close': ok(closed),
    'GET /post/:id': ok(buildPost()),
  });
  const stranger = draw({}, false);
  expect(screen.queryByRole('button')).toBeNull();
  stranger.unmount();
  const { user } = draw();
  await user.click(screen.getByRole('button', { name: 'Keep open for 30 days' }));
  await user.click(screen.getByRole('button', { name: 'Close the job' }));
  const question = await screen.findByRole('alertdialog', { name: 'Close this job?' });
  await user.selectOptions(within(question).getByRole('combobox', { name: 'Why are you closing it?' }), 'Withdrawn');
  await user.click(within(question).getByRole('button', { name: 'Close the job' }));
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain(`/jobs/${idOf(100)}/close`));
  expect(requests.map(({ path }) => path)).toContain(`/jobs/${idOf(100)}/renew`);
  expect(requests.find(({ path }) => path.endsWith('/close'))?.body).toEqual({ reason: 'withdrawn' });
});

it('A job that cannot be renewed does not offer it, and a closed job shows the reason', () => {
  const { unmount } = draw({ mayRenew: false });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close the job']);
  unmount();
  draw({ state: 'closed', closedAt: '2020-01-31T12:00:00.000Z', closeReason: 'filled', closesAt: null });
  expect(screen.getByText('Closed on 31 Jan 2020: Filled')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
