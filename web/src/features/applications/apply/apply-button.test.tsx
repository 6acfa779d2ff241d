import type { Job } from '@afterhours/contract/jobs/jobs';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { StoredPost } from '#entities/posts/entities.ts';
import { loadPost, removePost } from '#entities/posts/post-commands.ts';
import { selectPost } from '#entities/posts/posts-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { useAppSelector } from '#lib/store.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { openJob } from '#testing/open-job.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ApplyButton } from './apply-button.tsx';

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  writeSession('abc', buildOwnUser({ _id: idOf(9) }));
});

const closed: Job = { ...openJob, state: 'closed', closedAt: '2026-11-26T10:00:00.000Z', closeReason: 'filled' };
const buildJob = (job: Job): StoredPost => buildPost({ postType: 'job', title: 'Layout', user_id: idOf(1), job });

function Closing() {
  const [job, setJob] = useState(openJob);
  return (
    <>
      <ApplyButton post={buildJob(job)} />
      <button type="button" onClick={() => setJob(closed)}>
        It closes
      </button>
    </>
  );
}

it('Typed input stays when the job closes in the meantime, and sending it shows the error', async () => {
  serve({
    [`POST /jobs/${idOf(100)}/applications`]: fail(409, 'This job is closed. It no longer accepts applications.'),
  });
  const { user } = renderAt('/home', () => <Closing />);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const words = await screen.findByLabelText<HTMLTextAreaElement>('Cover note');
  await user.type(words, 'I set type at night.');
  fireEvent.click(screen.getByText('It closes'));
  expect(words.value).toBe('I set type at night.');
  expect(words.isConnected).toBe(true);
  expect(screen.getByText('This job is now closed. It no longer accepts applications.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('This job is closed. It no longer accepts applications.')).toBeTruthy();
});

function Stored() {
  const post = useAppSelector((state) => selectPost(state, idOf(100)));
  return post ? <ApplyButton post={post} /> : <p>The job is gone</p>;
}

it('Typed input stays when the job is deleted in the meantime, until the form is closed', async () => {
  serve({ [`GET /post/${idOf(100)}`]: ok(buildJob(openJob)) });
  const { user, store } = renderAt('/home', () => <Stored />);
  await act(async () => void (await store.dispatch(loadPost(idOf(100)))));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const words = await screen.findByLabelText<HTMLTextAreaElement>('Cover note');
  await user.type(words, 'I set type at night.');
  act(() => store.dispatch(removePost(idOf(100))));
  expect(words.isConnected && words.value).toBe('I set type at night.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('The job is gone')).toBeTruthy();
});

it('A form in which nothing is written goes with its job', async () => {
  serve({ [`GET /post/${idOf(100)}`]: ok(buildJob(openJob)) });
  const { user, store } = renderAt('/home', () => <Stored />);
  await act(async () => void (await store.dispatch(loadPost(idOf(100)))));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByLabelText('Cover note');
  act(() => store.dispatch(removePost(idOf(100))));
  expect(await screen.findByText('The job is gone')).toBeTruthy();
});

it('Sending a CV that is too large focuses its field and shows the error', async () => {
  const requests = serve({});
  const { user } = renderAt('/home', () => <ApplyButton post={buildJob(openJob)} />);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const cv = await screen.findByLabelText('CV');
  const file = new File(['%PDF'], 'cv.pdf', { type: 'application/pdf' });
  Object.defineProperty(file, 'size', { value: 21 * 1024 * 1024 });
  await user.upload(cv, file);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(document.activeElement).toBe(cv);
  expect(screen.getByText('This file is larger than 20 MB.')).toBeTruthy();
  expect(requests).toHaveLength(0);
});

it('A closed job cannot be applied for', () => {
  renderAt('/home', () => <ApplyButton post={buildJob(closed)} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('The author of a job gets a link to its applications, even when it is closed', () => {
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  for (const job of [openJob, closed]) {
    const { unmount } = renderAt('/home', () => <ApplyButton post={buildJob(job)} />);
    expect(screen.getByRole('link', { name: 'Applications' }).getAttribute('href')).toBe(
      `/jobs/${idOf(100)}/applications`,
    );
    unmount();
  }
});

it.each([
  ['talking', 'You applied · In talks', true],
  ['rejected', 'You applied · Rejected', false],
  ['withdrawn', 'You applied · Withdrawn', false],
] as const)(
  'An application with the status %s is labelled so, with a tick only while it is active',
  async (status, label, ticked) => {
    const myApplication = { _id: idOf(7), status, statusAt: '2026-11-26T10:00:00.000Z' };
    const post = { ...buildJob({ ...openJob, myApplication }), applied: true };
    renderAt('/home', () => <ApplyButton post={post} />);
    const link = await screen.findByRole('link', { name: label });
    expect(link.closest('p')?.querySelector('svg') !== null).toBe(ticked);
  },
);

it('What is written stays in the browser if the page is lost, until the application is sent or discarded', async () => {
  const questions = [{ kind: 'text' as const, text: 'Why you?', required: false, choices: [] }];
  const path = `POST /jobs/${idOf(100)}/applications`;
  const requests = serve({ [path]: ok({ _id: idOf(1) }), 'GET /getProfile': ok({}) });
  const open = async () => {
    const { user, unmount } = renderAt('/home', () => <ApplyButton post={buildJob({ ...openJob, questions })} />);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    const words = await screen.findByLabelText<HTMLTextAreaElement>('Cover note');
    return { user, unmount, words, answer: screen.getByLabelText<HTMLTextAreaElement>('Why you?') };
  };
  const first = await open();
  await first.user.type(first.words, 'I set type at night.');
  await first.user.type(first.answer, 'I am awake.');
  first.unmount();
  const second = await open();
  expect([second.words.value, second.answer.value]).toEqual(['I set type at night.', 'I am awake.']);
  await second.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await second.user.click(await screen.findByRole('button', { name: 'Discard' }));
  second.unmount();
  const third = await open();
  expect([third.words.value, third.answer.value]).toEqual(['', '']);
  await third.user.type(third.words, 'At last.');
  await third.user.click(screen.getByRole('button', { name: 'Send' }));
  await vi.waitFor(() => expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1));
  third.unmount();
  expect((await open()).words.value).toBe('');
});
