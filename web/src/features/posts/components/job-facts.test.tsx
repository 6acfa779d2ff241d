import type { Job } from '@afterhours/contract/jobs';
import { noTerms } from '@afterhours/contract/jobs';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { renderAt } from '#testing/render-app.tsx';
import { JobFacts } from './job-facts.tsx';

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(1) })));

const open: Job = {
  ...noTerms,
  state: 'open',
  closedAt: null,
  closeReason: null,
  closesAt: null,
  renewalsLeft: 0,
  answerRate: null,
  myApplication: null,
};

it('A job with texts alone shows no label without a value', () => {
  const post = buildPost({ postType: 'job', title: 'Layout', opening: '3', salary: '1200' });
  renderAt('/home', () => <JobFacts post={post} job={open} />);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Salary', 'Openings']);
  expect(screen.queryByText('Place')).toBeNull();
});

it('A job shows how its author hires, until it is closed', () => {
  const post = buildPost({ postType: 'job', title: 'Layout' });
  const hiring = { ...open, vacancy: true, aiScreening: false };
  const shown = renderAt('/home', () => <JobFacts post={post} job={hiring} />);
  expect(screen.getByText('There is a vacancy now · People judge applications')).toBeTruthy();
  shown.unmount();
  renderAt('/home', () => <JobFacts post={post} job={{ ...hiring, state: 'closed', closeReason: 'filled' }} />);
  expect(screen.queryByText(/vacancy/)).toBeNull();
});

it('A job shows its place and whether it is remote', () => {
  const post = buildPost({ postType: 'job', title: 'Layout' });
  renderAt('/home', () => <JobFacts post={post} job={{ ...open, place: 'Lisbon', remote: 'hybrid' }} />);
  expect(screen.getByText('Place').nextElementSibling?.textContent).toBe('Lisbon · Partly remote');
});
