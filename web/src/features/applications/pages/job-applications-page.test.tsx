import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { JobApplicationsPage } from './job-applications-page.tsx';

it('The filters appear below the title of the job, which may need several lines, and do not move', async () => {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  const response = deferred<FakeResponse>();
  serve({
    [`GET /post/${idOf(9)}`]: () => response.promise,
    [`GET /jobs/${idOf(9)}/applications`]: ok([], { page: null, limit: 20, nextCursor: null }),
  });
  renderAt(`/jobs/${idOf(9)}/applications`, () => (
    <Routes>
      <Route path="/jobs/:id/applications" element={<JobApplicationsPage />} />
    </Routes>
  ));
  const isPending = () => screen.getByRole('group', { name: 'Status' }).classList.contains('pending');
  expect(isPending()).toBe(true);
  const viewerCan = { edit: true, delete: true, report: false };
  response.resolve(ok(buildPost({ _id: idOf(9), postType: 'job', title: 'Baker', viewerCan })));
  expect(await screen.findByRole('link', { name: 'Baker' })).toBeTruthy();
  await waitFor(() => expect(isPending()).toBe(false));
});
