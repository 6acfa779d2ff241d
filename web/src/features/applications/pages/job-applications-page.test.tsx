import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, buildPost, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { JobApplicationsPage } from './job-applications-page.tsx';

const job = buildPost({ postType: 'job', title: 'Baker', viewerCan: { ...buildPost().viewerCan, edit: true } });
const application = {
  _id: idOf(7),
  applicant: buildPerson({ _id: idOf(3), firstName: 'Ben', lastName: 'Ode' }),
  status: 'seen',
  statusAt: '2026-03-01T20:00:00.000Z',
  rejectsAt: null,
  createdAt: '2026-03-01T20:00:00.000Z',
  words: null,
  answers: [],
  cv: null,
  note: null,
};

function visit(applications: object[]) {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  serve({
    [`GET /post/${job._id}`]: ok(job),
    [`GET /jobs/${job._id}/applications`]: ok(applications, { page: null, limit: 20, nextCursor: null }),
  });
  renderAt(`/jobs/${job._id}/applications`, () => (
    <Routes>
      <Route path="/jobs/:id/applications" element={<JobApplicationsPage />} />
    </Routes>
  ));
}

const legend = () => screen.queryByRole('group', { name: 'Keyboard shortcuts' });

it('The keyboard shortcuts are not shown above an empty list of applications', async () => {
  visit([]);
  await screen.findByText('No applications yet');
  expect(legend()).toBeNull();
});

it('The keyboard shortcuts are shown above a list with applications', async () => {
  visit([application]);
  await screen.findByRole('button', { name: /Ben Ode/ });
  expect(legend()).toBeTruthy();
});
