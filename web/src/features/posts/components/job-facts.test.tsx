import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { openJob } from '#testing/open-job.ts';
import { renderAt } from '#testing/render-app.tsx';
import { JobFacts } from './job-facts.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(1) })));

it('A job with texts alone shows no label without a value', () => {
  const post = buildPost({ postType: 'job', title: 'Layout', opening: '3', salary: '1200' });
  renderAt('/home', () => <JobFacts post={post} job={openJob} />);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Salary', 'Openings']);
  expect(screen.queryByText('Place')).toBeNull();
});

it('A job shows how its author hires, until it is closed', () => {
  const post = buildPost({ postType: 'job', title: 'Layout' });
  const hiring = { ...openJob, vacancy: true, aiScreening: false };
  const shown = renderAt('/home', () => <JobFacts post={post} job={hiring} />);
  expect(screen.getByText('There is a vacancy now · People judge applications')).toBeTruthy();
  shown.unmount();
  renderAt('/home', () => <JobFacts post={post} job={{ ...hiring, state: 'closed', closeReason: 'filled' }} />);
  expect(screen.queryByText(/vacancy/)).toBeNull();
});

it('A job shows its place and whether it is remote', () => {
  const post = buildPost({ postType: 'job', title: 'Layout' });
  renderAt('/home', () => <JobFacts post={post} job={{ ...openJob, place: 'Lisbon', remote: 'hybrid' }} />);
  expect(screen.getByText('Place').nextElementSibling?.textContent).toBe('Lisbon · Partly remote');
});
