import { screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { countUnsent } from '#lib/forms/unsent-work.ts';
import { buildOwnUser, buildPerson, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { OwnDecisions } from './own-decisions.tsx';
import { OwnReports } from './own-reports.tsx';

const time = '2026-03-01T20:00:00.000Z';
const beside = { page: null, limit: 20, nextCursor: null };
const subject = { kind: 'post', _id: idOf(50) };

const buildDecision = (id: string) => ({
  _id: id,
  subject,
  excerpt: 'Buy now',
  action: 'hide',
  rule: 'No spam',
  facts: null,
  statement: 'It is spam.',
  byNotice: true,
  automated: false,
  reversed: false,
  appeal: null,
  appealUntil: '2036-03-01T20:00:00.000Z',
  createdAt: time,
});

beforeEach(() => writeSession('abc', buildOwnUser()));

it('A decision about the viewer shows its reasons and accepts an appeal', async () => {
  const id = idOf(800);
  const requests = serve({
    'GET /me/decisions': ok([buildDecision(id)], beside),
    [`POST /me/decisions/${id}/appeal`]: ok({ _id: id }),
  });
  const { user, unmount } = renderAt('/Settings', () => <OwnDecisions />);
  await screen.findByText('This was hidden (Post).');
  expect(screen.getByText('It is spam.')).toBeTruthy();
  // In its own direction, whatever the one of the sentence around it.
  expect(screen.getByText('No spam').tagName).toBe('BDI');
  expect(screen.getByText('Decided by a moderator after a report, not by a program.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(
    screen.getByRole('button', { name: 'Appeal: This was hidden (Post). Sunday, 1 March 2026 at 20:00' }),
  );
  const field = screen.getByRole('textbox', { name: 'Why do you disagree?' });
  expect(document.activeElement).toBe(field);
  await user.type(field, 'It is mine.');
  // What is written stays when the page is left.
  unmount();
  renderAt('/Settings', () => <OwnDecisions />);
  await user.click(await screen.findByRole('button', { name: /^Appeal/ }));
  const waiting = await screen.findByText('Your appeal is waiting to be reviewed by somebody else.');
  expect(document.activeElement).toBe(waiting);
  expect(countUnsent(buildOwnUser()._id).drafts).toBe(0);
  expect(requests.at(-1)?.body).toEqual({ words: 'It is mine.' });
});

it('A decision about the pictures of the profile says so', async () => {
  const about = { subject: { kind: 'member', _id: idOf(51) }, pictures: true };
  serve({ 'GET /me/decisions': ok([{ ...buildDecision(idOf(801)), ...about }], beside) });
  renderAt('/Settings', () => <OwnDecisions />);
  expect(await screen.findByText(/^The pictures of your profile were hidden/)).toBeTruthy();
});

it('A report by the viewer shows its progress', async () => {
  const report = { subject, category: 'spam', words: null, createdAt: time };
  serve({
    'GET /me/reports': ok(
      [
        { ...report, _id: idOf(1), state: 'received', outcome: null },
        { ...report, _id: idOf(2), state: 'closed', outcome: 'gone', reversed: false },
        { ...report, _id: idOf(3), state: 'closed', outcome: 'kept', reversed: true },
      ],
      beside,
    ),
  });
  renderAt('/Settings', () => <OwnReports />);
  expect(await screen.findByText('Received. A moderator will look at it.')).toBeTruthy();
  expect(screen.getByText('Reviewed. It has been removed.')).toBeTruthy();
  expect(screen.getByText('Reviewed again. We reversed our decision, and it can stay up.')).toBeTruthy();
});

it('A report by the viewer says what was reported, and whose it is', async () => {
  const report = { category: 'spam', words: null, createdAt: time, state: 'received', outcome: null };
  const member = buildPerson({ _id: idOf(30), firstName: 'Zoe', lastName: 'Quint' });
  const aboutMember = { ...report, subject: { kind: 'member', _id: member._id } };
  serve({
    'GET /me/reports': ok(
      [
        { ...report, _id: idOf(1), subject, excerpt: 'Buy now', member },
        { ...report, _id: idOf(2), subject, excerpt: 'Buy soon', member: null },
        { ...aboutMember, _id: idOf(3), excerpt: 'Zoe Quill', member },
        { ...aboutMember, _id: idOf(4), excerpt: null, member },
      ],
      beside,
    ),
  });
  renderAt('/Settings', () => <OwnReports />);
  await screen.findByText('Buy now');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^Post by Zoe Quint: Spam .*Buy now/),
    expect.stringMatching(/^Post: Spam .*Buy soon/),
    expect.stringMatching(/^Member: Spam .*Zoe Quill/),
    expect.stringMatching(/^Member: Spam .*Zoe Quint/),
  ]);
});

it('A link to the decisions or the reports leads to them once they have loaded', async () => {
  const scrolled: Element[] = [];
  Element.prototype.scrollIntoView = vi.fn(function note(this: Element) {
    scrolled.push(this);
  });
  serve({
    'GET /me/decisions': ok([buildDecision(idOf(800))], beside),
    'GET /me/reports': ok([], beside),
  });
  const both = () => (
    <>
      <OwnReports />
      <OwnDecisions />
    </>
  );
  for (const [hash, name] of [
    ['decisions', 'Decisions about you'],
    ['reports', 'Your reports'],
  ] as const) {
    const { unmount } = renderAt(`/Settings?tab=privacy#${hash}`, both);
    await screen.findByText('This was hidden (Post).');
    const section = screen.getByRole('region', { name });
    await waitFor(() => expect(scrolled).toEqual([section]));
    expect(document.activeElement).toBe(section);
    scrolled.length = 0;
    unmount();
  }
});

it('A link to the reports leads to them once, not again when more are loaded', async () => {
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  const buildReport = (number: number) => ({
    _id: idOf(900 + number),
    subject,
    category: 'spam',
    state: 'received',
    outcome: null,
    reversed: false,
    createdAt: time,
  });
  serve({
    'GET /me/reports': ({ search }) =>
      search.get('cursor') ? ok([buildReport(2)], beside) : ok([buildReport(1)], { ...beside, nextCursor: 'second' }),
  });
  const { user } = renderAt('/Settings?tab=privacy#reports', () => <OwnReports />);
  const section = screen.getByRole('region', { name: 'Your reports' });
  await waitFor(() => expect(document.activeElement).toBe(section));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(scroll).toHaveBeenCalledOnce();
  expect(document.activeElement).not.toBe(section);
});

it('A link to the reports leads to them again when it is followed again', async () => {
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  serve({ 'GET /me/reports': ok([], beside) });
  const to = '/Settings?tab=privacy#reports';
  const { user } = renderAt(to, () => (
    <>
      <Link to={to}>We reviewed what you reported</Link>
      <OwnReports />
    </>
  ));
  await waitFor(() => expect(scroll).toHaveBeenCalledOnce());
  await user.click(screen.getByRole('link'));
  expect(scroll).toHaveBeenCalledTimes(2);
});

it('A link to the decisions leads to them even if what is above loads later, unless the viewer moves', async () => {
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  let resized = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {
        resized = () => {};
      }
    },
  );
  serve({ 'GET /me/decisions': ok([buildDecision(idOf(800))], beside) });
  const { user } = renderAt('/Settings?tab=privacy#decisions', () => <OwnDecisions />);
  await waitFor(() => expect(scroll).toHaveBeenCalledOnce());
  resized();
  expect(scroll).toHaveBeenCalledTimes(2);
  await user.keyboard('{ArrowDown}');
  resized();
  expect(scroll).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
