import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { type FakeResponse, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { SweepDialog } from './sweep-dialog.tsx';

const path = `/staff/people/${idOf(40)}/sweep`;
const preview = {
  day: { posts: 3, comments: 0 },
  week: { posts: 12, comments: 2 },
  all: { posts: 1_000, comments: 9 },
  cases: 4,
  heldCases: 1,
  latest: null,
};

beforeEach(() => writeSession('abc', buildOwnUser({ staffRole: 'moderator' })));

describe('The sweep dialog', () => {
  it('shows how much it affects before it starts, and sends one decision', async () => {
    const requests = serve({ [`GET ${path}`]: ok(preview), [`POST ${path}`]: ok({ _id: idOf(90) }) });
    const onStarted = vi.fn();
    const { user } = renderAt('/moderation/members', () => (
      <SweepDialog userId={idOf(40)} name="Zoe Quint" open onClose={() => undefined} onStarted={onStarted} />
    ));
    expect(await screen.findByText('This hides 1,000 posts and 9 comments, and closes 4 cases.')).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Posts and comments' }), 'week');
    await user.click(screen.getByRole('checkbox', { name: 'Also decide all 4 open cases' }));
    expect(screen.getByText('This hides 12 posts and 2 comments, and closes 0 cases.')).toBeTruthy();
    expect(
      screen.getByText(/still hidden when it begins, or after 30 days if it has no start, payments are refunded/),
    ).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Rule' }), 'No spam');
    await user.type(screen.getByRole('textbox', { name: /Statement/ }), 'It is spam.');
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(onStarted).toHaveBeenCalled());
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      posted: 'week',
      cases: false,
      action: 'hide',
      rule: 'No spam',
      statement: 'It is spam.',
    });
  });

  it('shows what each decision does, and which cases stay open', async () => {
    serve({ [`GET ${path}`]: ok(preview) });
    const { user } = renderAt('/moderation/members', () => (
      <SweepDialog userId={idOf(40)} name="Zoe Quint" open onClose={() => undefined} onStarted={() => undefined} />
    ));
    const choose = async (action: string) =>
      user.selectOptions(await screen.findByRole('combobox', { name: 'Decision' }), action);
    await choose('none');
    expect(screen.getByText('This closes 3 cases and changes nothing else.')).toBeTruthy();
    expect(screen.getByText(/^1 case stays open/)).toBeTruthy();
    await choose('warn');
    expect(screen.getByText('This warns the member, hides nothing, and closes 3 cases.')).toBeTruthy();
    expect(screen.queryByText(/refunded/)).toBeNull();
    await choose('remove');
    expect(screen.getByText(/^Payments for webinars that have not begun are refunded/)).toBeTruthy();
    await choose('ban');
    expect(screen.getByText(/^Payments for webinars that have not begun are refunded/)).toBeTruthy();
    const banned = 'This bans the member, which hides everything they have written, and closes 4 cases.';
    expect(screen.getByText(banned)).toBeTruthy();
    expect(screen.queryByText(/stays open/)).toBeNull();
  });

  it('sends a decision with the same key until there is a response', async () => {
    let response: FakeResponse = 'unreachable';
    const requests = serve({ [`GET ${path}`]: ok(preview), [`POST ${path}`]: () => response });
    const onStarted = vi.fn();
    const { user } = renderAt('/moderation/members', () => (
      <SweepDialog userId={idOf(40)} name="Zoe Quint" open onClose={() => undefined} onStarted={onStarted} />
    ));
    await user.type(await screen.findByRole('textbox', { name: 'Rule' }), 'No spam');
    await user.type(screen.getByRole('textbox', { name: /Statement/ }), 'It is spam.');
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    await screen.findByRole('alert');
    response = ok({ _id: idOf(90) });
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(onStarted).toHaveBeenCalled());
    const sent = requests.filter(({ method }) => method === 'POST');
    const [first, again] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/./);
    expect(again).toBe(first);
  });

  it('sends the same decision with another key once the one without a response has been made', async () => {
    const latest = {
      decisionId: idOf(90),
      posts: 1_000,
      comments: 9,
      cases: 4,
      finishedAt: '2026-03-01T20:00:00.000Z',
    };
    let sweeps: object = preview;
    let response: FakeResponse = 'unreachable';
    const requests = serve({ [`GET ${path}`]: () => ok(sweeps), [`POST ${path}`]: () => response });
    const onStarted = vi.fn();
    const send = async () => {
      const { user, unmount } = renderAt('/moderation/members', () => (
        <SweepDialog userId={idOf(40)} name="Zoe Quint" open onClose={() => undefined} onStarted={onStarted} />
      ));
      await user.type(await screen.findByRole('textbox', { name: 'Rule' }), 'No spam');
      await user.type(screen.getByRole('textbox', { name: /Statement/ }), 'It is spam.');
      await user.click(screen.getByRole('button', { name: 'Hide' }));
      return unmount;
    };
    const unmount = await send();
    await screen.findByRole('alert');
    unmount();
    sweeps = { ...preview, latest };
    response = ok({ _id: idOf(91) });
    await send();
    await waitFor(() => expect(onStarted).toHaveBeenCalled());
    const sent = requests.filter(({ method }) => method === 'POST');
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('asks before it loses what was written', async () => {
    serve({ [`GET ${path}`]: ok(preview) });
    const onClose = vi.fn();
    const { user } = renderAt('/moderation/members', () => (
      <SweepDialog userId={idOf(40)} name="Zoe Quint" open onClose={onClose} onStarted={() => undefined} />
    ));
    await user.type(await screen.findByRole('textbox', { name: 'Rule' }), 'No spam{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(onClose).not.toHaveBeenCalled();
  });
});
