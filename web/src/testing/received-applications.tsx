/** The list of applications for a job, for tests of how it follows changes made elsewhere. */
import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import type { Application } from '@afterhours/contract/jobs/applications';
import { act, screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { ApplicationList } from '#features/applications/received/application-list.tsx';
import { reloadReceived } from '#features/applications/received/received-changes.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from './build.ts';
import { ok, serve } from './fake-server.ts';
import { renderAt } from './render-app.tsx';

export const time = '2026-03-01T20:00:00.000Z';
export const job = idOf(9);
/** Higher numbers are newer. */
export const buildApplication = (number: number, more: Partial<Application> = {}): Application => ({
  _id: idOf(number),
  post_id: job,
  applicant: buildPerson({ _id: idOf(number + 50), firstName: `Ben${number}`, lastName: 'Ode' }),
  status: 'seen',
  statusAt: time,
  rejectsAt: null,
  createdAt: time,
  words: `I bake at night, number ${number}.`,
  answers: [],
  cv: null,
  note: null,
  ...more,
});
export const listResponse = (...items: Application[]) => ({
  [`GET /jobs/${job}/applications`]: ok(items, { page: null, limit: 20, nextCursor: null }),
});
export const applicationResponse = (item: Application) => ({ [`GET /applications/${item._id}`]: ok(item) });
export const receiveEvents = (...numbers: number[]) =>
  act(async () => {
    for (const number of numbers) reloadReceived({ post_id: job, application_id: idOf(number) });
  });
export const rows = () =>
  within(screen.getByRole('list', { name: 'Applications' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
export const names = () => rows().map((row) => /Ben\d+/.exec(row)?.[0]);

/** Renders the list with a filter. */
export async function show(items: readonly Application[], filter: ApplicationStatus | null = null) {
  serve(listResponse(...items));
  const page = renderAt('/jobs/:id/applications', () => <ApplicationList jobId={job} title="Baker" filter={filter} />);
  await screen.findByRole('button', { name: new RegExp(items[0]?.applicant.firstName ?? '') });
  return page;
}
export const openFirst = async (items: readonly Application[]) => {
  const page = await show(items);
  await page.user.click(screen.getByRole('button', { name: new RegExp(items[0]?.applicant.firstName ?? '') }));
  await screen.findByText(items[0]?.words ?? '');
  return page;
};

/** Signs in on a wide screen, which shows the list next to the application. */
export function signInWide(): void {
  Element.prototype.scrollIntoView = vi.fn();
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}
