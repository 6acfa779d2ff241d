import type { Application } from '@afterhours/contract/applications';
import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { deferred, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ApplicationList } from './application-list.tsx';
import { reloadReceived } from './received-news.ts';

const time = '2026-03-01T20:00:00.000Z';
const job = idOf(9);
/** The higher the number, the newer. */
const build = (number: number, more: Partial<Application> = {}): Application => ({
  _id: idOf(number),
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
const list = (...items: Application[]) => ({
  [`GET /jobs/${job}/applications`]: ok(items, { page: null, limit: 20, nextCursor: null }),
});
const one = (item: Application) => ({ [`GET /applications/${item._id}`]: ok(item) });
const tell = (...numbers: number[]) =>
  act(async () => {
    for (const number of numbers) reloadReceived({ post_id: job, application_id: idOf(number) });
  });
const rows = () =>
  within(screen.getByRole('list', { name: 'Applications' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
const names = () => rows().map((row) => /Ben\d+/.exec(row)?.[0]);

/** Shows the list, with the filter. */
async function show(items: readonly Application[], filter: ApplicationStatus | null = null) {
  serve(list(...items));
  const page = renderAt('/jobs/:id/applications', () => <ApplicationList jobId={job} title="Baker" filter={filter} />);
  await screen.findByRole('button', { name: new RegExp(items[0]?.applicant.firstName ?? '') });
  return page;
}
const openFirst = async (items: readonly Application[]) => {
  const page = await show(items);
  await page.user.click(screen.getByRole('button', { name: new RegExp(items[0]?.applicant.firstName ?? '') }));
  await screen.findByText(items[0]?.words ?? '');
  return page;
};

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  writeSession('abc', buildOwnUser({ _id: idOf(1) }));
  // List and application side by side.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

describe('An application that is shown', () => {
  it('changes in its place when another window changes it', async () => {
    await show([build(23), build(22), build(21)]);
    serve(one(build(22, { status: 'offer' })));
    await tell(22);
    await waitFor(() => expect(rows()[1]).toContain('Offer'));
    expect(names()).toEqual(['Ben23', 'Ben22', 'Ben21']);
  });

  it('stays where it is when it does not fit the filter any more', async () => {
    await show([build(23, { status: 'talking' }), build(22, { status: 'talking' })], 'talking');
    serve(one(build(23, { status: 'hired' })));
    await tell(23);
    await waitFor(() => expect(rows()[0]).toContain('Hired'));
    expect(names()).toEqual(['Ben23', 'Ben22']);
  });

  it('says while it is open that it was withdrawn, has no ways to change it, and keeps the note', async () => {
    const { user } = await openFirst([build(23), build(22)]);
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    await user.type(note, 'Call on Friday');
    serve(one(build(23, { status: 'withdrawn', words: null })));
    await tell(23);
    const said = 'Ben23 has withdrawn this application. What came with it has been deleted.';
    expect((await screen.findByText(said)).closest('[role=status]')).toBeTruthy();
    for (const name of ['In talks', 'Offer', 'Hired', 'Reject…', 'Undo'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(note.value).toBe('Call on Friday');
    expect(document.activeElement).toBe(note);
    expect(rows()[0]).toContain('Withdrawn');
    // No call is made by a key either: one that is not listed fails the test.
    await user.click(screen.getByRole('button', { name: /Ben23/ }));
    await user.keyboard('tor');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows the note of another window until something is written here', async () => {
    const { user } = await openFirst([build(23), build(22)]);
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    serve(one(build(23, { note: 'Kind' })));
    await tell(23);
    await waitFor(() => expect(note.value).toBe('Kind'));
    await user.type(note, ', and early');
    serve(one(build(23, { note: 'Late' })));
    await tell(23);
    expect(note.value).toBe('Kind, and early');
    const said = await screen.findByText(/^This note was changed in another window/);
    expect(said.closest('[role=status]')?.textContent).toContain('Late');
    serve({ [`PUT /applications/${idOf(23)}`]: ok({ ...build(23), note: 'Kind, and early' }) });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByText(/^This note was changed in another window/)).toBeNull());
    expect(note.value).toBe('Kind, and early');
  });

  it('keeps the note that is being written when it is no longer there, to be copied', async () => {
    const { user } = await openFirst([build(23), build(22)]);
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
    await user.type(note, 'Call on Friday');
    serve({ [`GET /applications/${idOf(23)}`]: fail(404, 'This application is no longer there.') });
    await tell(23);
    await screen.findByText('This application is no longer there.');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(document.activeElement).toBe(note);
    expect([note.value, note.readOnly]).toEqual(['Call on Friday', true]);
  });

  it('keeps the focus near when the button that has it goes', async () => {
    await openFirst([build(23), build(22)]);
    screen.getByRole('button', { name: 'Offer' }).focus();
    serve(one(build(23, { status: 'withdrawn', words: null })));
    await tell(23);
    await screen.findByText(/^Ben23 has withdrawn/);
    const detail = screen.getByRole('region', { name: 'Application of Ben23 Ode' });
    await waitFor(() => expect(detail.contains(document.activeElement)).toBe(true));
  });

  it('has a rejection of another window pending, which is taken back here', async () => {
    const { user } = await openFirst([build(23)]);
    serve(one(build(23, { rejectsAt: time })));
    await tell(23);
    await screen.findByText(/^Rejected\. Ben23 is told at/);
    serve({ [`DELETE /applications/${idOf(23)}/rejection`]: ok({ _id: idOf(23), status: 'seen', statusAt: time }) });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(screen.queryByText(/^Rejected\./)).toBeNull());
  });

  it.each<[string | RegExp, Partial<Application>]>([
    ['Ben23 has withdrawn this application.', { status: 'withdrawn', words: null }],
    ['Ben23 has already been told.', { status: 'rejected' }],
    [/^Rejected\. Ben23 is told at/, { rejectsAt: time }],
    ['Meanwhile this application was set to “Hired”.', { status: 'hired' }],
  ])('is not rejected any more when it stands otherwise: %s', async (said, now) => {
    const { user } = await openFirst([build(23)]);
    await user.click(screen.getByRole('button', { name: 'Reject…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const words = dialog.getByRole<HTMLTextAreaElement>('textbox');
    await user.clear(words);
    await user.type(words, 'Another time.');
    serve(one(build(23, now)));
    await tell(23);
    await dialog.findByText(said);
    expect(dialog.getByRole('button', { name: 'Reject' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(words.value).toBe('Another time.');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Discard your changes?');
  });

  it('is loaded again when a change of it is refused', async () => {
    const { user } = await openFirst([build(23)]);
    serve({
      [`PUT /applications/${idOf(23)}`]: fail(409, 'This application was withdrawn.'),
      ...one(build(23, { status: 'withdrawn', words: null })),
    });
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    await screen.findByText(/^Ben23 has withdrawn/);
  });

  it('leaves the list when it is no longer there, unless it is open', async () => {
    const { user } = await openFirst([build(23), build(22), build(21)]);
    const gone = fail(404, 'This application is no longer there.');
    serve({ [`GET /applications/${idOf(23)}`]: gone, [`GET /applications/${idOf(22)}`]: gone });
    await tell(22, 23);
    await screen.findByText('This application is no longer there.');
    expect(names()).toEqual(['Ben23', 'Ben21']);
    expect(screen.queryByRole('button', { name: 'Offer' })).toBeNull();
    await user.click(screen.getByRole('button', { name: /Ben21/ }));
    await waitFor(() => expect(names()).toEqual(['Ben21']));
  });
});

describe('A new application', () => {
  it('is counted above the list, and shown at a press, with the focus', async () => {
    const { user } = await show([build(22), build(21)]);
    serve({ ...one(build(23, { status: 'sent' })), ...one(build(24, { status: 'sent' })) });
    await tell(23);
    await screen.findByRole('button', { name: '1 new application' });
    await tell(24, 23);
    const news = await screen.findByRole('button', { name: '2 new applications' });
    expect(names()).toEqual(['Ben22', 'Ben21']);
    await user.click(news);
    expect(names()).toEqual(['Ben24', 'Ben23', 'Ben22', 'Ben21']);
    expect(document.activeElement?.textContent).toContain('Ben24');
    expect(screen.queryByRole('button', { name: /new application/ })).toBeNull();
  });

  it('comes at once into a list that is empty', async () => {
    serve(list());
    renderAt('/jobs/:id/applications', () => <ApplicationList jobId={job} title="Baker" filter={null} />);
    await screen.findByText('No applications yet');
    serve(one(build(23, { status: 'sent' })));
    await tell(23);
    await waitFor(() => expect(names()).toEqual(['Ben23']));
  });

  it('is none for another filter, until its status fits', async () => {
    await show([build(21, { status: 'offer' })], 'offer');
    serve(one(build(23, { status: 'sent' })));
    await tell(23);
    serve(one(build(23, { status: 'offer' })));
    await tell(23);
    await screen.findByRole('button', { name: '1 more application' });
    serve(one(build(23, { status: 'hired' })));
    await tell(23);
    await waitFor(() => expect(screen.queryByRole('button', { name: '1 more application' })).toBeNull());
  });

  it('is none when it was withdrawn before it was shown, and the focus stays near', async () => {
    await show([build(22), build(21)]);
    serve(one(build(23, { status: 'sent' })));
    await tell(23);
    (await screen.findByRole('button', { name: '1 new application' })).focus();
    serve(one(build(23, { status: 'withdrawn', words: null })));
    await tell(23);
    await waitFor(() => expect(screen.queryByRole('button', { name: /new application/ })).toBeNull());
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(names()).toEqual(['Ben22', 'Ben21']);
  });

  it('is counted at the next event when it could not be loaded', async () => {
    await show([build(22), build(21)]);
    const failed = serve({ [`GET /applications/${idOf(23)}`]: fail(503, 'Try again later.') });
    await tell(23);
    await waitFor(() => expect(failed).toHaveLength(1));
    serve({ ...one(build(23, { status: 'sent' })), ...one(build(22, { status: 'hired' })) });
    await tell(22);
    await screen.findByRole('button', { name: '1 new application' });
    expect(rows()[0]).toContain('Hired');
  });

  it('is not counted above a list that could not be loaded', async () => {
    serve({ [`GET /jobs/${job}/applications`]: fail(500, 'Something broke.') });
    renderAt('/jobs/:id/applications', () => <ApplicationList jobId={job} title="Baker" filter={null} />);
    await screen.findByText('Something broke.');
    const asked = serve({ ...one(build(23)), ...one(build(24)) });
    await tell(23, 24);
    // Loaded one after another: the first was taken by then.
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.queryByRole('button', { name: /new application/ })).toBeNull();
    expect(screen.queryByText(/Ben23/)).toBeNull();
  });

  it('of another job is none of this list', async () => {
    await show([build(22)]);
    const asked = serve(one(build(24)));
    act(() => reloadReceived({ post_id: idOf(8), application_id: idOf(25) }));
    await tell(24);
    await screen.findByRole('button', { name: '1 new application' });
    expect(asked.map(({ path }) => path)).toEqual([`/applications/${idOf(24)}`]);
  });
});

describe('A window that was away', () => {
  it('loads all that is shown by one list, and counts what is new', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => 49 - index);
    await show(
      numbers.map((number) => build(number, { status: 'sent' })),
      'sent',
    );
    // Each has left the filter but the first, and the last is no longer there.
    const now = numbers.map((number) => build(number, { status: number === 49 ? 'sent' : 'talking' })).slice(0, -1);
    const asked = serve(list(build(50, { status: 'sent' }), ...now));
    act(() => reloadReceived());
    await screen.findByRole('button', { name: '1 new application' });
    await waitFor(() => expect(rows()[1]).toContain('In talks'));
    expect(names()).toEqual(numbers.slice(0, -1).map((number) => `Ben${number}`));
    expect(asked.map(({ search }) => search.get('status'))).toEqual([null]);
  });

  it('loads one page of a list that is empty', async () => {
    serve(list());
    renderAt('/jobs/:id/applications', () => <ApplicationList jobId={job} title="Baker" filter={null} />);
    await screen.findByText('No applications yet');
    const page = { page: null, limit: 20, nextCursor: 'more' };
    const asked = serve({ [`GET /jobs/${job}/applications`]: ok([build(23), build(22)], page) });
    act(() => reloadReceived());
    await waitFor(() => expect(names()).toEqual(['Ben23', 'Ben22']));
    expect(asked).toHaveLength(1);
  });

  it('does not count what was withdrawn again meanwhile', async () => {
    const { user } = await show([build(23)]);
    serve(list(build(25), build(24, { status: 'withdrawn', words: null }), build(23)));
    act(() => reloadReceived());
    await user.click(await screen.findByRole('button', { name: '1 new application' }));
    expect(names()).toEqual(['Ben25', 'Ben23']);
  });
});

it('A change is made at once while news are loading, which do not undo it', async () => {
  const { user } = await openFirst([build(23), build(22)]);
  const slow = deferred<ReturnType<typeof ok>>();
  const asked = serve({
    [`GET /applications/${idOf(23)}`]: () => slow.promise,
    [`PUT /applications/${idOf(23)}`]: ok(build(23, { status: 'offer' })),
  });
  await tell(23);
  await waitFor(() => expect(asked).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Offer' }));
  await waitFor(() => expect(rows()[0]).toContain('Offer'));
  await act(async () => slow.resolve(ok(build(23))));
  expect(rows()[0]).toContain('Offer');
});

it('An application is loaded once, however often it changes while another call is under way', async () => {
  await show([build(23), build(22)]);
  const slow = deferred<ReturnType<typeof ok>>();
  const asked = serve({
    [`GET /applications/${idOf(23)}`]: () => slow.promise,
    ...one(build(22, { status: 'hired' })),
  });
  await tell(23, 22, 22, 22);
  slow.resolve(ok(build(23)));
  await waitFor(() => expect(rows()[1]).toContain('Hired'));
  expect(asked).toHaveLength(2);
});
