import { HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { countUnsent } from '#lib/forms/unsent-work.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { buildCase, buildCaseDetail } from '#testing/build-cases.ts';
import { deferred, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ModerationPage } from '../pages/moderation-page.tsx';
import { reloadCases } from './case-changes.ts';

const time = '2026-03-01T20:00:00.000Z';
const other = buildPerson({ _id: idOf(990), firstName: 'Ines', lastName: 'Duarte' });
const decision = {
  _id: idOf(900),
  action: 'hide',
  label: null,
  automated: false,
  rule: 'No spam',
  facts: 'It has five links.',
  statement: 'We hid it.',
  until: null,
  hides: false,
  decidedBy: other,
  reverses: null,
  reversible: true,
  createdAt: time,
};
const closed = { state: 'closed', outcome: 'hide', decisions: [decision] };
const list = (...cases: object[]) => ok(cases, { page: null, limit: 20, nextCursor: null });
const caseUrl = `/staff/cases/${idOf(701)}`;
const first = {
  'GET /staff/requests/count': ok({ count: 0 }),
  'GET /staff/cases': list(buildCase(701), buildCase(702), buildCase(703)),
  [`GET ${caseUrl}`]: ok(buildCaseDetail(701)),
  [`GET /staff/cases/${idOf(702)}`]: ok(buildCaseDetail(702)),
};
const withoutFirst = list(buildCase(702), buildCase(703));
const announceChange = (...numbers: number[]) => act(async () => reloadCases(numbers.map(idOf)));
const rows = () => screen.getAllByRole('button', { name: /Buy number/, hidden: true }).map((row) => row.textContent);

/** Shows the queue with its first case open and a half-written statement. */
async function openFirstCase(more: Parameters<typeof serve>[0] = {}) {
  serve({ ...first, ...more });
  const page = renderAt('/moderation', () => <ModerationPage />);
  await page.user.click(await screen.findByRole('button', { name: /Buy number 701/ }));
  const statement = await screen.findByRole('textbox', { name: 'Statement to the member' });
  await page.user.type(statement, 'Nobody would get a lamp.');
  return { ...page, statement };
}

beforeEach(() => {
  writeSession('abc', buildOwnUser({ staffRole: 'moderator' }));
  Element.prototype.scrollIntoView = vi.fn();
  // The list and the case are side by side.
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

it('`j` and `k` move the focus to the case that they choose, so that screen readers read it', async () => {
  const { user } = await openFirstCase();
  for (const [key, number] of [
    ['j', '702'],
    ['k', '701'],
  ] as const) {
    (document.activeElement as HTMLElement).blur();
    await user.keyboard(key);
    expect(document.activeElement?.textContent).toContain(`Buy number ${number}`);
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-current')).toBe('true'));
  }
});

describe('A case that changes elsewhere', () => {
  it('shows who decided it and how, and keeps the written text and the place in the queue', async () => {
    const { user } = await openFirstCase();
    serve({ ...first, 'GET /staff/cases': withoutFirst, [`GET ${caseUrl}`]: ok(buildCaseDetail(701, closed)) });
    await announceChange(701);
    const note = await screen.findByText('Decided by Ines Duarte: Hide');
    const reasons = screen.getByRole('region', { name: 'Decisions' }).textContent;
    expect(reasons).toMatch(/Rule: No spam.*Facts: It has five links\..*We hid it\./);
    expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Claim' })).toBeNull();
    const unsent = within(screen.getByRole('region', { name: 'What you wrote was not sent' }));
    expect(unsent.getByText('Nobody would get a lamp.')).toBeTruthy();
    expect(document.activeElement?.contains(note)).toBe(true);
    expect(rows()[0]).toMatch(/Closed: Hide.*Buy number 701/);
    await user.keyboard('j');
    await screen.findByText('Buy number 702 now');
    expect(rows()).toHaveLength(2);
  });

  it('is loaded again before the addresses of its pictures expire', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await openFirstCase();
    const evidence = { ...buildCaseDetail(701).evidence, text: 'Loaded again' };
    serve({ ...first, [`GET ${caseUrl}`]: ok(buildCaseDetail(701, { evidence })) });
    await act(() => vi.advanceTimersByTimeAsync(HOUR_MS));
    expect(await screen.findByText('Loaded again')).toBeTruthy();
    vi.useRealTimers();
  });

  it('is loaded again a minute after a reload has failed, however often', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { statement } = await openFirstCase();
    const busy = { ...first, [`GET ${caseUrl}`]: fail(503, 'The service is busy right now.') };
    const requests = serve(busy);
    await announceChange(701);
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    expect(requests.filter(({ path }) => path === caseUrl)).toHaveLength(3);
    const evidence = { ...buildCaseDetail(701).evidence, text: 'Loaded again' };
    serve({ ...first, [`GET ${caseUrl}`]: ok(buildCaseDetail(701, { evidence })) });
    await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS));
    expect(await screen.findByText('Loaded again')).toBeTruthy();
    expect((statement as HTMLTextAreaElement).value).toBe('Nobody would get a lamp.');
    vi.useRealTimers();
  });

  it('shows that it is claimed here, and then offers more time', async () => {
    await openFirstCase();
    const claimed = { state: 'claimed', claimedBy: buildPerson({ _id: buildOwnUser()._id }) };
    serve({ ...first, [`GET ${caseUrl}`]: ok(buildCaseDetail(701, claimed)) });
    await announceChange(701);
    await screen.findByText('Claimed by you');
    expect(screen.getByRole('button', { name: 'Claim for another 30 minutes' })).toBeTruthy();
  });

  it('shows who claimed it, also in the list, and keeps the form with its text and the focus', async () => {
    const { statement } = await openFirstCase();
    const claimed = { state: 'claimed', claimedBy: other };
    const cases = list(buildCase(701, claimed), buildCase(702), buildCase(703));
    serve({ ...first, 'GET /staff/cases': cases, [`GET ${caseUrl}`]: ok(buildCaseDetail(701, claimed)) });
    await announceChange(701);
    await screen.findByText('Claimed by Ines Duarte');
    expect(screen.queryByRole('button', { name: /^Claim/ })).toBeNull();
    await waitFor(() => expect(rows()[0]).toMatch(/Claimed/));
    expect(document.activeElement).toBe(statement);
    expect((statement as HTMLTextAreaElement).value).toBe('Nobody would get a lamp.');
  });

  it('is reloaded once after its decision is rejected, and shows the other decision', async () => {
    const { user } = await openFirstCase({
      [`POST ${caseUrl}/decisions`]: fail(409, 'This case has already been decided.'),
    });
    const requests = serve({
      ...first,
      [`POST ${caseUrl}/decisions`]: fail(409, 'This case has already been decided.'),
      [`GET ${caseUrl}`]: ok(buildCaseDetail(701, closed)),
    });
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    await screen.findByText('Decided by Ines Duarte: Hide');
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${caseUrl}/decisions`,
      `GET ${caseUrl}`,
    ]);
    expect(screen.getByText('Nobody would get a lamp.')).toBeTruthy();
  });

  it('stays unchanged while reloading it fails', async () => {
    const { statement } = await openFirstCase();
    const cases = list(buildCase(701), buildCase(702));
    const busy = fail(503, 'The service is busy right now.');
    const requests = serve({ ...first, 'GET /staff/cases': cases, [`GET ${caseUrl}`]: busy });
    await announceChange(701);
    await waitFor(() => expect(rows()).toHaveLength(2));
    await waitFor(() => expect(requests.map(({ path }) => path)).toContain(caseUrl));
    expect((statement as HTMLTextAreaElement).value).toBe('Nobody would get a lamp.');
    expect(statement.isConnected).toBe(true);
  });

  it('is not shown as decided elsewhere while it is being decided here', async () => {
    const response = deferred<ReturnType<typeof ok>>();
    const { user } = await openFirstCase({ [`POST ${caseUrl}/decisions`]: () => response.promise });
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    // The case must not be loaded: an unlisted call fails the test.
    const { [`GET ${caseUrl}`]: _case, ...rest } = first;
    serve({ ...rest, 'GET /staff/cases': withoutFirst });
    await announceChange(701);
    response.resolve(ok({ _id: idOf(900), action: 'none' }));
    await screen.findByText('Buy number 702 now');
    expect(rows()).toHaveLength(2);
  });
});

it('A late response to a decision leaves the case alone that was opened meanwhile', async () => {
  const response = deferred<ReturnType<typeof ok>>();
  const { user } = await openFirstCase({ [`POST ${caseUrl}/decisions`]: () => response.promise });
  await user.click(screen.getByRole('button', { name: 'Decide' }));
  await user.keyboard('j');
  await screen.findByText('Buy number 702 now');
  await user.type(await screen.findByRole('textbox', { name: 'Statement to the member' }), 'This one, too.');
  response.resolve(ok({ _id: idOf(900), action: 'none' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(screen.getByDisplayValue('This one, too.')).toBe(document.activeElement);
});

it('A case to which another one leads takes the focus to its row, and the queue goes on after it', async () => {
  const caseLink = { _id: idOf(702), kind: 'post', outcome: null, createdAt: time };
  const decisions = { [`POST /staff/cases/${idOf(702)}/decisions`]: ok({ _id: idOf(900), action: 'none' }) };
  const third = { [`GET /staff/cases/${idOf(703)}`]: ok(buildCaseDetail(703)) };
  const { user } = await openFirstCase({
    ...decisions,
    ...third,
    [`GET ${caseUrl}`]: ok(buildCaseDetail(701, { earlier: [caseLink] })),
  });
  await user.click(screen.getByText('1 other case of this member'));
  await user.click(screen.getByRole('link', { name: 'Post · Waiting' }));
  await screen.findByText('Buy number 702 now');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /Buy number 702/ }));
  await user.click(await screen.findByRole('button', { name: 'Decide' }));
  expect(await screen.findByText('Buy number 703 now')).toBeTruthy();
});

describe('The queue', () => {
  it('removes decided cases, adds new ones, and keeps the open case and the focus', async () => {
    await openFirstCase();
    screen.getByRole('button', { name: /Buy number 702/ }).focus();
    serve({ ...first, 'GET /staff/cases': list(buildCase(701), buildCase(703), buildCase(704)) });
    await announceChange(702, 704);
    await screen.findByText('Buy number 704');
    expect(rows().map((row) => row?.match(/\d+$/)?.[0])).toEqual(['701', '703', '704']);
    expect(screen.getByRole('textbox', { name: 'Statement to the member' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Buy number 703'));
  });

  it('loads again after a change during a load', async () => {
    const slow = deferred<ReturnType<typeof list>>();
    serve({ ...first, 'GET /staff/cases': () => slow.promise });
    renderAt('/moderation', () => <ModerationPage />);
    await announceChange(701);
    serve({ ...first, 'GET /staff/cases': withoutFirst });
    slow.resolve(list(buildCase(701), buildCase(702), buildCase(703)));
    await waitFor(() => expect(rows()).toHaveLength(2));
  });
});

it('A decision is reversed by a single request, however often the button is clicked', async () => {
  const response = deferred<ReturnType<typeof ok>>();
  const requests = serve({
    ...first,
    [`GET ${caseUrl}`]: ok(buildCaseDetail(701, closed)),
    [`POST /staff/decisions/${decision._id}/reverse`]: () => response.promise,
  });
  const { user } = renderAt('/moderation', () => <ModerationPage />);
  await user.click(await screen.findByRole('button', { name: /Buy number 701/ }));
  await user.click(await screen.findByRole('button', { name: 'Reverse: Hide, Sunday, 1 March 2026 at 20:00' }));
  const confirm = within(screen.getByRole('alertdialog')).getByRole('button', { name: /^Reverse/ });
  await user.dblClick(confirm);
  expect(requests.filter(({ path }) => path.endsWith('/reverse'))).toHaveLength(1);
  await act(async () => response.resolve(ok({ _id: idOf(901), reverses: decision._id })));
  await screen.findByText('Buy number 702 now');
});

const openReversal = async () => {
  const page = renderAt('/moderation', () => <ModerationPage />);
  await page.user.click(await screen.findByRole('button', { name: /Buy number 701/ }));
  await page.user.click(await screen.findByRole('button', { name: /^Reverse/ }));
  return { ...page, dialog: within(screen.getByRole('alertdialog')) };
};

it('The reason for a reversal can be typed as soon as the question is there', async () => {
  serve({ ...first, [`GET ${caseUrl}`]: ok(buildCaseDetail(701, closed)) });
  const { user, dialog } = await openReversal();
  await user.keyboard('It was a joke.');
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It was a joke.');
});

it('The reason for a reversal is discarded on Cancel, after a question', async () => {
  serve({ ...first, [`GET ${caseUrl}`]: ok(buildCaseDetail(701, closed)) });
  const { user, dialog } = await openReversal();
  await user.type(dialog.getByRole('textbox'), 'It was a joke.');
  const cancel = async (answer: string) => {
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: answer }));
  };
  await cancel('Keep editing');
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It was a joke.');
  await cancel('Discard');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(countUnsent(buildOwnUser()._id).drafts).toBe(0);
});

it('The reason for a reversal is still there after the page was left, until the decision is reversed', async () => {
  serve({
    ...first,
    [`GET ${caseUrl}`]: ok(buildCaseDetail(701, closed)),
    [`POST /staff/decisions/${decision._id}/reverse`]: ok({ _id: idOf(901), reverses: decision._id }),
  });
  const { user, dialog, unmount } = await openReversal();
  await user.type(dialog.getByRole('textbox'), 'It was a joke.');
  unmount();
  const { user: again, dialog: reopened } = await openReversal();
  expect(reopened.getByRole<HTMLTextAreaElement>('textbox').value).toBe('It was a joke.');
  await again.click(reopened.getByRole('button', { name: /^Reverse/ }));
  await waitFor(() => expect(countUnsent(buildOwnUser()._id).drafts).toBe(0));
});
