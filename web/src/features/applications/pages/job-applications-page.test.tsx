import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { postGone } from '#entities/posts/posts-slice.ts';
import { listWatched } from '#entities/posts/watched-posts.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, ok, serve } from '#testing/fake-server.ts';
import { openJob } from '#testing/open-job.ts';
import { buildApplication } from '#testing/received-applications.tsx';
import { renderAt } from '#testing/render-app.tsx';
import { JobApplicationsPage } from './job-applications-page.tsx';

const author = { ...buildPost().viewerCan, edit: true };
const job = buildPost({ postType: 'job', title: 'Baker', viewerCan: author });

function visit(applications: object[], post: FakeResponse | (() => Promise<FakeResponse>) = ok(job)) {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  serve({
    [`GET /post/${job._id}`]: post,
    [`GET /jobs/${job._id}/applications`]: ok(applications, { page: null, limit: 20, nextCursor: null }),
  });
  return renderAt(`/jobs/${job._id}/applications`, () => (
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
  visit([buildApplication(7)]);
  await screen.findByRole('button', { name: /Ben7 Ode/ });
  expect(legend()).toBeTruthy();
});

it('The applications for a closed job say since when, and why', async () => {
  const closed = { state: 'closed', closedAt: '2025-11-03T12:00:00.000Z', closeReason: 'filled' } as const;
  visit([], ok({ ...job, job: { ...openJob, ...closed } }));
  expect(await screen.findByText('Closed on 3 Nov 2025: Filled')).toBeTruthy();
});

it('The applications for a job that is deleted in another tab are no longer shown', async () => {
  const { store } = visit([buildApplication(7)]);
  await screen.findByRole('button', { name: /Ben7 Ode/ });
  expect(listWatched()).toContain(job._id);
  act(() => void store.dispatch(postGone(job._id)));
  expect(await screen.findByText('Page Not Found')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Ben7 Ode/ })).toBeNull();
});

it('The filters appear below the title of the job, which may need several lines, and do not move', async () => {
  const response = deferred<FakeResponse>();
  visit([], () => response.promise);
  const isPending = () => screen.getByRole('group', { name: 'Status' }).classList.contains('pending');
  expect(isPending()).toBe(true);
  response.resolve(ok(job));
  expect(await screen.findByRole('link', { name: 'Baker' })).toBeTruthy();
  await waitFor(() => expect(isPending()).toBe(false));
});
