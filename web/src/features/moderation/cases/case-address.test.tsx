import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { buildCase, buildCaseDetail } from '#testing/build-cases.ts';
import { deferred, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { ModerationPage } from '../pages/moderation-page.tsx';

const beside = { page: null, limit: 20, nextCursor: null };

beforeEach(() => {
  writeSession('abc', buildOwnUser({ staffRole: 'moderator' }));
  Element.prototype.scrollIntoView = vi.fn();
});

/** Opens the page with two cases in the list, and a third one that is not. */
function show(at: string, responses: Parameters<typeof serve>[0] = {}) {
  const details = [701, 702, 703].map((number) => [`GET /staff/cases/${idOf(number)}`, ok(buildCaseDetail(number))]);
  const requests = serve({
    'GET /staff/requests/count': ok({ count: 0 }),
    'GET /staff/cases': ok([buildCase(701), buildCase(702)], beside),
    ...Object.fromEntries(details),
    ...responses,
  });
  return { requests, ...renderAt(at, () => <ModerationPage />) };
}

it('The filters and the chosen case are in the address, so that a reload or a link shows them again', async () => {
  const { user, place, unmount } = show('/moderation');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'closed');
  await user.selectOptions(screen.getByRole('combobox', { name: 'About' }), 'member');
  await user.click(await screen.findByRole('button', { name: /Buy number 702/ }));
  const address = `/moderation?state=closed&kind=member&case=${idOf(702)}`;
  expect(place()).toBe(address);
  unmount();
  const { requests, user: again } = show(address);
  expect(await screen.findByText('Buy number 702 now')).toBeTruthy();
  const { search } = requests.find(({ path }) => path === '/staff/cases') ?? {};
  expect(Object.fromEntries(search ?? [])).toEqual({ state: 'closed', kind: 'member' });
  // Other filters may not list the case.
  await again.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'waiting');
  expect(screen.queryByText('Buy number 702 now')).toBeNull();
});

it('A case that is only in the address is shown, and the list goes on from its start', async () => {
  const { user, place } = show(`/moderation?case=${idOf(703)}`);
  expect(await screen.findByText('Buy number 703 now')).toBeTruthy();
  await user.keyboard('j');
  expect(await screen.findByText('Buy number 701 now')).toBeTruthy();
  expect(place()).toBe(`/moderation?case=${idOf(701)}`);
  await user.click(screen.getByRole('button', { name: 'Back to the list' }));
  expect(place()).toBe('/moderation');
});

it('A list that has no case of a state or kind does not claim that nothing is waiting', async () => {
  const { user } = show('/moderation?kind=appeal', { 'GET /staff/cases': ok([], beside) });
  await screen.findByText('No such cases');
  await user.selectOptions(screen.getByRole('combobox', { name: 'About' }), '');
  await screen.findByText('Nothing is waiting');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'closed');
  await screen.findByText('No such cases');
});

it('The hint to choose a case is not shown below the list on a narrow screen', async () => {
  show('/moderation');
  await screen.findByRole('button', { name: /Buy number 702/ });
  expect(screen.queryByText('Choose a case to see what was reported.')).toBeNull();
});

it('An address with something else than a case shows the list', async () => {
  show('/moderation?case=new&state=odd&kind=odd');
  expect(await screen.findByRole('button', { name: /Buy number 702/ })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('An address with a case that does not exist says so, without a retry that would not help', async () => {
  show(`/moderation?case=${idOf(799)}`, { [`GET /staff/cases/${idOf(799)}`]: fail(404, 'There is no such case.') });
  expect(await screen.findByText('There is no such case.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('A case that could not be loaded can be loaded again', async () => {
  show(`/moderation?case=${idOf(799)}`, { [`GET /staff/cases/${idOf(799)}`]: 'unreachable' });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

it('A case shows a few of its reports before the form for the decision, and all of them on request', async () => {
  const reports = Array.from({ length: 7 }, (_, at) => {
    return { _id: idOf(600 + at), category: 'spam', words: `Report ${at + 1}`, createdAt: '2026-03-01T20:00:00.000Z' };
  });
  const caseUrl = `GET /staff/cases/${idOf(701)}`;
  const { user } = show(`/moderation?case=${idOf(701)}`, { [caseUrl]: ok(buildCaseDetail(701, { reports })) });
  const section = await screen.findByRole('region', { name: 'Reports' });
  expect(within(section).getAllByRole('listitem')).toHaveLength(5);
  const form = screen.getByRole('group', { name: 'Decision' });
  expect(section.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(within(section).getByRole('button', { name: 'Show all 7' }));
  expect(within(section).getAllByRole('listitem')).toHaveLength(7);
  expect(document.activeElement).toBe(within(section).getByRole('list'));
});

it('A case about the viewer shows neither what reporters wrote nor related accounts, and says so', async () => {
  const reports = [{ _id: idOf(600), category: 'spam', words: null, createdAt: '2026-03-01T20:00:00.000Z' } as const];
  const member = buildPerson({ _id: buildOwnUser()._id });
  const detail = buildCaseDetail(701, { reports: [...reports], refusal: 'own', member });
  show(`/moderation?case=${idOf(701)}`, { [`GET /staff/cases/${idOf(701)}`]: ok(detail) });
  const section = within(await screen.findByRole('region', { name: 'Reports' }));
  expect(section.getByText('You cannot see what others wrote about you.')).toBeTruthy();
  expect(section.queryByText('No details given')).toBeNull();
  await screen.findByText('You cannot decide about yourself.');
  expect(screen.queryByRole('heading', { name: 'Possibly the same person' })).toBeNull();
});

it('A case names the author of what it is about, or the member, and counts reports if there are any', async () => {
  const member = buildPerson({ firstName: 'Mira', lastName: 'Lind' });
  const post = { member, subject: { kind: 'post', _id: idOf(51) } };
  const { user } = show('/moderation', {
    'GET /staff/cases': ok([buildCase(701, post), buildCase(702, { member, reportsCount: 0 })], beside),
    [`GET /staff/cases/${idOf(701)}`]: ok(buildCaseDetail(701, post)),
    [`GET /staff/cases/${idOf(702)}`]: ok(buildCaseDetail(702, { member })),
    [`GET /staff/cases/${idOf(701)}/comments`]: ok([], beside),
  });
  expect(await screen.findByText('Post · Open · 3 reports')).toBeTruthy();
  expect(screen.getByText('Member · Open')).toBeTruthy();
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { name: 'Post by Mira Lind' })).toBeTruthy();
  await user.keyboard('j');
  expect(await screen.findByRole('heading', { name: 'Member: Mira Lind' })).toBeTruthy();
});

it('A case shows its form below the comments once these have arrived, so that they do not move it', async () => {
  const comments = deferred<ReturnType<typeof ok>>();
  const post = { subject: { kind: 'post', _id: idOf(51) } };
  show(`/moderation?case=${idOf(701)}`, {
    [`GET /staff/cases/${idOf(701)}`]: ok(buildCaseDetail(701, post)),
    [`GET /staff/cases/${idOf(701)}/comments`]: () => comments.promise,
  });
  await screen.findByRole('region', { name: 'Latest comments' });
  expect(screen.queryByRole('radio')).toBeNull();
  comments.resolve(ok([], beside));
  expect(await screen.findByRole('radio', { name: /Label/ })).toBeTruthy();
});

it('A case that the viewer may not decide says so in place of the buttons and the form', async () => {
  const decision = { kind: 'post', action: 'warn', label: null, automated: false, reversible: false, decidedBy: null };
  const { user, requests } = show(`/moderation?case=${idOf(701)}`, {
    [`GET /staff/cases/${idOf(701)}`]: ok(
      buildCaseDetail(701, {
        subject: { kind: 'appeal', _id: idOf(900) },
        refusal: 'sameDecider',
        decisions: [{ _id: idOf(900), ...decision, createdAt: '2026-03-01T20:00:00.000Z' }],
      }),
    ),
    [`GET /staff/cases/${idOf(701)}/comments`]: ok([], beside),
  });
  const why = 'You made the decision, so somebody else has to decide on this appeal.';
  expect(await screen.findByText(why)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Claim|Decide|Reverse|Act on)/ })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  await user.keyboard('c');
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
});

it('The list says whether an appeal was rejected or granted', async () => {
  const appeal = { subject: { kind: 'appeal', _id: idOf(900) }, state: 'closed', reportsCount: 0 };
  show('/moderation?state=closed', {
    'GET /staff/cases': ok(
      [buildCase(701, { ...appeal, outcome: 'none' }), buildCase(702, { ...appeal, outcome: 'reverse' })],
      beside,
    ),
  });
  expect(await screen.findByText('Appeal · Closed: Rejected')).toBeTruthy();
  expect(screen.getByText('Appeal · Closed: Granted')).toBeTruthy();
});
