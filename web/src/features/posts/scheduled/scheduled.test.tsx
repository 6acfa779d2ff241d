import { DAY_MS } from '@afterhours/contract/base/durations';
import type { ScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { act, screen, waitFor, within } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { Composer } from '../writing/composer.tsx';
import { ScheduledPage } from './pages/scheduled-page.tsx';
import { reloadScheduled } from './scheduled-changes.ts';

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

beforeEach(() => {
  toast.remove();
  localStorage.clear();
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
});

const build = (number: number, changes: Partial<ScheduledPost> = {}): ScheduledPost => ({
  _id: idOf(number),
  publishAt: inDays(number),
  problem: null,
  postType: 'general',
  visibility: 'public',
  title: null,
  description: `Scheduled ${number}`,
  opening: null,
  salary: null,
  job: null,
  link: null,
  startsAt: null,
  timeZone: null,
  webinar: null,
  hashtags: [],
  attachments: [],
  card: true,
  createdAt: inDays(-1),
  updatedAt: inDays(-1),
  ...changes,
});
const page = (posts: ScheduledPost[], nextCursor: string | null = null) =>
  ok(posts, { page: null, limit: 20, nextCursor });
const LIST = 'GET /posts/scheduled';
const renderPage = () =>
  renderAt('/scheduled', () => (
    <>
      <ScheduledPage />
      <Toaster />
    </>
  ));
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent ?? '');

describe('The page of scheduled posts', () => {
  it('says that there are none, and links to the composer', async () => {
    serve({ [LIST]: page([]) });
    renderPage();
    expect(await screen.findByText('Nothing is scheduled')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Write a post' }).getAttribute('href')).toBe('/home');
  });

  it('shows posts soonest first, a failed one with its reason, and the end of the list', async () => {
    const failed = build(5, { publishAt: inDays(-1), problem: 'Your account was suspended at that time.' });
    serve({ [LIST]: page([failed, build(2), build(3, { postType: 'job', title: 'Baker' })]) });
    renderPage();
    await screen.findByText('Scheduled 2');
    expect(screen.getByText('Not published. Your account was suspended at that time.')).toBeTruthy();
    expect(rows().map((text) => /Scheduled \d/.exec(text)?.[0])).toEqual(['Scheduled 5', 'Scheduled 2', 'Scheduled 3']);
    expect(screen.getByText('Job')).toBeTruthy();
    expect(screen.getByText('That’s all your scheduled posts.')).toBeTruthy();
  });

  it('shows a loading error, and can load again', async () => {
    serve({ [LIST]: fail(503, 'Busy right now.') });
    const { user } = renderPage();
    expect(await screen.findByText('Busy right now.')).toBeTruthy();
    serve({ [LIST]: page([build(2)]) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Scheduled 2')).toBeTruthy();
  });

  it('moves a post whose time is changed, and the focus with it', async () => {
    const requests = serve({
      [LIST]: page([build(2), build(3)]),
      [`PUT /posts/scheduled/${idOf(2)}`]: ok(build(2, { publishAt: inDays(9) })),
    });
    const { user } = renderPage();
    await screen.findByText('Scheduled 2');
    await user.click(screen.getAllByRole('button', { name: /^Change time/ })[0]!);
    const dialog = await screen.findByRole('dialog', { name: 'When should it be published?' });
    await user.click(within(dialog).getByRole('button', { name: /^Tomorrow/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(rows().map((text) => /Scheduled \d/.exec(text)?.[0])).toEqual(['Scheduled 3', 'Scheduled 2']),
    );
    const sent = requests.at(-1)?.body as { publishAt: string };
    expect(new Date(sent.publishAt).getHours()).toBe(9);
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: /^Change time: / })[1]);
  });

  it('deletes and publishes after a confirmation, and drops a post that no longer exists', async () => {
    serve({
      [LIST]: page([build(2), build(3)]),
      [`DELETE /posts/scheduled/${idOf(2)}`]: ok({ _id: idOf(2) }),
      [`POST /posts/scheduled/${idOf(3)}/publish`]: fail(404, 'There is no such scheduled post.'),
    });
    const { user } = renderPage();
    await screen.findByText('Scheduled 2');
    await user.click(screen.getAllByRole('button', { name: /^Delete/ })[0]!);
    const question = await screen.findByRole('alertdialog', { name: 'Delete this scheduled post?' });
    await user.click(within(question).getByRole('button', { name: /^Delete/ }));
    await waitFor(() => expect(screen.queryByText('Scheduled 2')).toBeNull());
    await user.click(screen.getByRole('button', { name: /^Publish now/ }));
    const other = await screen.findByRole('alertdialog', { name: 'Publish this post now?' });
    await user.click(within(other).getByRole('button', { name: /^Publish now/ }));
    expect(await screen.findByText('Nothing is scheduled')).toBeTruthy();
  });

  it('follows changes made elsewhere, but keeps a post while one of its dialogs is open', async () => {
    serve({ [LIST]: page([build(2)]) });
    const { user } = renderPage();
    await screen.findByText('Scheduled 2');
    serve({ [LIST]: page([build(1), build(2, { description: 'Mended' })]) });
    act(() => reloadScheduled());
    expect(await screen.findByText('Mended')).toBeTruthy();
    expect(rows().map((text) => /Scheduled 1|Mended/.exec(text)?.[0])).toEqual(['Scheduled 1', 'Mended']);
    await user.click(screen.getAllByRole('button', { name: /^Edit/ })[0]!);
    const dialog = await screen.findByRole('dialog', { name: 'Edit scheduled post' });
    serve({ [LIST]: page([]) });
    act(() => reloadScheduled());
    await user.type(within(dialog).getByLabelText(/Description/), ' as well');
    expect(within(dialog).getByDisplayValue('Scheduled 1 as well')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('Nothing is scheduled')).toBeTruthy();
  });

  it('says in the dialog that the post was changed in another window, or is no longer scheduled', async () => {
    serve({ [LIST]: page([build(2)]) });
    const { user } = renderPage();
    await user.click(await screen.findByRole('button', { name: /^Edit/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit scheduled post' });
    serve({ [LIST]: page([build(2, { description: 'From elsewhere' })]) });
    act(() => reloadScheduled());
    await user.type(await within(dialog).findByDisplayValue('From elsewhere'), ', and here');
    serve({ [LIST]: page([build(2, { description: 'From elsewhere', publishAt: inDays(3) })]) });
    act(() => reloadScheduled());
    await act(async () => undefined);
    expect(within(dialog).queryByText(/^This post was changed elsewhere/)).toBeNull();
    serve({ [LIST]: page([build(2, { description: 'Another one' })]) });
    act(() => reloadScheduled());
    expect(await within(dialog).findByText(/^This post was changed elsewhere/)).toBeTruthy();
    expect(within(dialog).getByDisplayValue('From elsewhere, and here')).toBeTruthy();
    serve({ [LIST]: page([]) });
    act(() => reloadScheduled());
    expect(await within(dialog).findByText(/^This post is no longer scheduled/)).toBeTruthy();
  });

  it('keeps what is written when the post was published meanwhile, until the dialog is closed', async () => {
    serve({
      [LIST]: page([build(2)]),
      [`PUT /posts/scheduled/${idOf(2)}`]: fail(404, 'There is no such scheduled post.'),
    });
    const { user } = renderPage();
    await user.click(await screen.findByRole('button', { name: /^Edit/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit scheduled post' });
    await user.type(within(dialog).getByLabelText(/Description/), ' as well');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText(/^This post is no longer scheduled/)).toBeTruthy();
    expect(within(dialog).getByDisplayValue('Scheduled 2 as well')).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Copy text' })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('Nothing is scheduled')).toBeTruthy();
  });

  it('edits a post’s content, and sends all its pictures by name', async () => {
    const picture = {
      _id: idOf(70),
      filename: 'a-b.jpg',
      filetype: 'image' as const,
      width: 40,
      height: 30,
      placeholder: '',
      alt: 'A cup',
      url: '/api/uploads/post/a-b.jpg',
    };
    const requests = serve({
      [LIST]: page([build(2, { attachments: [picture] })]),
      [`PUT /posts/scheduled/${idOf(2)}`]: ok(build(2, { description: 'Mended' })),
    });
    const { user } = renderPage();
    await screen.findByText('Scheduled 2');
    await user.click(screen.getByRole('button', { name: /^Edit/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit scheduled post' });
    await user.type(within(dialog).getByLabelText(/Description/), ' mended');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Mended')).toBeTruthy();
    expect(requests.at(-1)?.body).toMatchObject({
      description: 'Scheduled 2 mended',
      filenames: ['a-b.jpg'],
      alts: ['A cup'],
    });
  });

  it('keeps a removed link preview removed', async () => {
    const description = 'Read https://site.example/kiln';
    const requests = serve({
      [LIST]: page([build(2, { description, card: false })]),
      [`PUT /posts/scheduled/${idOf(2)}`]: ok(build(2, { description: 'Mended' })),
    });
    const { user } = renderPage();
    await user.click(await screen.findByRole('button', { name: /^Edit/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit scheduled post' });
    await user.type(within(dialog).getByLabelText(/Description/), ' tonight');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Mended')).toBeTruthy();
    expect(requests.at(-1)?.body).toMatchObject({ description: `${description} tonight`, card: false });
  });
});

describe('The composer', () => {
  it('schedules a post for the chosen time, and links to the scheduled posts', async () => {
    const requests = serve({
      'GET /drafts': ok([], { nextCursor: null }),
      'POST /post/create': ok({ scheduled: { _id: idOf(7), publishAt: inDays(1) } }),
    });
    const { user, place } = renderAt('/home', () => (
      <>
        <Composer open onClose={() => undefined} />
        <Toaster />
      </>
    ));
    await user.type(screen.getByLabelText(/Description/), 'For tomorrow');
    await user.click(screen.getByRole('button', { name: 'Schedule…' }));
    const dialog = await screen.findByRole('dialog', { name: 'When should it be published?' });
    await user.click(within(dialog).getByRole('button', { name: /^Tomorrow/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Set time' }));
    await user.click(await screen.findByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(requests.some(({ path }) => path === '/post/create')).toBe(true));
    const sent = requests.find(({ path }) => path === '/post/create')?.body as { publishAt: string };
    expect(sent).toMatchObject({ description: 'For tomorrow' });
    expect(new Date(sent.publishAt).getTime()).toBeGreaterThan(Date.now());
    await user.click(await screen.findByRole('button', { name: 'View' }));
    expect(place()).toBe('/scheduled');
  });

  it('keeps the chosen time with the draft across a reload', async () => {
    serve({ 'GET /drafts': ok([], { nextCursor: null }) });
    const { user, unmount } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
    await user.type(screen.getByLabelText(/Description/), 'For tomorrow');
    await user.click(screen.getByRole('button', { name: 'Schedule…' }));
    const dialog = await screen.findByRole('dialog', { name: 'When should it be published?' });
    await user.click(within(dialog).getByRole('button', { name: /^Tomorrow/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Set time' }));
    await screen.findByRole('button', { name: 'Change' });
    unmount();
    renderAt('/home', () => <Composer open onClose={() => undefined} />);
    expect(await screen.findByRole('button', { name: 'Schedule' })).toBeTruthy();
    expect(screen.getByText(/at 09:00/)).toBeTruthy();
  });

  it('publishes immediately again when the time is removed, and rejects a time in the past', async () => {
    serve({ 'GET /drafts': ok([], { nextCursor: null }) });
    const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
    await user.click(screen.getByRole('button', { name: 'Schedule…' }));
    const dialog = await screen.findByRole('dialog', { name: 'When should it be published?' });
    const date = within(dialog).getByLabelText(/Date/);
    await user.clear(date);
    await user.type(date, '2020-01-01');
    await user.click(within(dialog).getByRole('button', { name: 'Set time' }));
    expect(within(dialog).getByText('Please choose a time that is still to come.')).toBeTruthy();
    expect(document.activeElement).toBe(date);
    await user.click(within(dialog).getByRole('button', { name: /^Tomorrow/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Set time' }));
    await user.click(await screen.findByRole('button', { name: 'Remove the scheduled time' }));
    expect(screen.getByRole('button', { name: 'Publish' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Schedule' })).toBeNull();
  });
});
