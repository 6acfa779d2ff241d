import type { OwnApplication } from '@afterhours/contract/jobs/applications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { MyApplicationsPage } from '../pages/my-applications-page.tsx';
import { reloadApplications } from './application-changes.ts';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9) })));

const time = '2026-03-01T20:00:00.000Z';
const own = (number: number, status: OwnApplication['status']): OwnApplication => ({
  _id: idOf(number),
  job: { _id: idOf(50 + number), title: `Baker ${number}`, closed: false },
  poster: buildPerson(),
  status,
  statusAt: time,
  createdAt: time,
  cv: null,
  removedAt: null,
});
const list = (...items: OwnApplication[]) => ({ 'GET /me/applications': ok(items, { nextCursor: null }) });
const rows = () => within(screen.getByRole('list', { name: 'Jobs you applied for' })).getAllByRole('listitem');

it("The viewer's applications follow changes made in other tabs and by the jobs' authors", async () => {
  serve(list(own(1, 'sent'), own(2, 'sent')));
  renderAt('/me/applications', () => <MyApplicationsPage />);
  await screen.findByText('Baker 1');
  serve(list(own(3, 'sent'), own(1, 'talking'), own(2, 'withdrawn')));
  act(() => reloadApplications());
  await screen.findByText('Baker 3');
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Baker 3.*Sent/),
    expect.stringMatching(/Baker 1.*In talks/),
    expect.stringMatching(/Baker 2.*Withdrawn/),
  ]);
});

it('A change to a shown application needs no request, and a new application is loaded', async () => {
  const requests = serve(list(own(1, 'sent'), own(2, 'sent')));
  renderAt('/me/applications', () => <MyApplicationsPage />);
  await screen.findByText('Baker 1');
  const change = (number: number, status: OwnApplication['status']) =>
    act(() =>
      reloadApplications({ post_id: idOf(50 + number), application: { _id: idOf(number), status, statusAt: time } }),
    );
  change(1, 'talking');
  change(2, 'withdrawn');
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Baker 1.*In talks/),
    expect.stringMatching(/Baker 2.*Withdrawn/),
  ]);
  expect(requests).toHaveLength(1);
  serve(list(own(3, 'sent'), own(1, 'talking'), own(2, 'withdrawn')));
  change(3, 'sent');
  expect(await screen.findByText('Baker 3')).toBeTruthy();
});

it('An application that is withdrawn here is updated at once', async () => {
  const withdrawn = own(1, 'withdrawn');
  serve({
    ...list(own(1, 'sent')),
    [`PUT /applications/${idOf(1)}`]: ok({ ...withdrawn, rejectsAt: null, note: null }),
  });
  const { user } = renderAt('/me/applications', () => <MyApplicationsPage />);
  await user.click(await screen.findByRole('button', { name: 'Withdraw: Baker 1' }));
  await user.click(await screen.findByRole('button', { name: 'Withdraw it' }));
  await waitFor(() => expect(rows()[0]?.textContent).toContain('Withdrawn'));
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
});

it('An application whose job was removed says so, and can no longer be withdrawn', async () => {
  serve({ ...list(own(1, 'sent')), [`PUT /applications/${idOf(1)}`]: fail(404, 'This application no longer exists.') });
  const { user } = renderAt('/me/applications', () => <MyApplicationsPage />);
  await user.click(await screen.findByRole('button', { name: /^Withdraw/ }));
  serve({
    ...list({ ...own(1, 'sent'), job: null, poster: null, removedAt: '2026-03-05T20:00:00.000Z' }),
    [`PUT /applications/${idOf(1)}`]: fail(404, 'This application no longer exists.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Withdraw it' }));
  expect(await screen.findByText('This job was removed')).toBeTruthy();
  expect(rows()[0]?.textContent).toMatch(/Applied on .*Removed on /);
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull();
});
