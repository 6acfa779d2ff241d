import { mailKindNames } from '@afterhours/contract/notifications/mail-kinds';
import type { NotificationPreferences } from '@afterhours/contract/notifications/notification-mail';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildOwnUser } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { UnsubscribePage } from '../pages/unsubscribe-page.tsx';
import { MailCard } from './mail-card.tsx';

const preferences = (changes: Partial<NotificationPreferences> = {}): NotificationPreferences => ({
  kinds: mailKindNames.map((kind) => ({ kind, window: true, push: false, mail: 'none' })),
  stopped: null,
  quiet: null,
  messageText: false,
  digest: { cadence: 'none', hour: 8, weekday: 1, timeZone: null, stopped: false },
  calm: false,
  ...changes,
});
const withMail = (...mailed: string[]) =>
  mailKindNames.map(
    (kind) => ({ kind, window: true, push: false, mail: mailed.includes(kind) ? 'instant' : 'none' }) as const,
  );

type Served = Parameters<typeof serve>[0][string];

function show(now: NotificationPreferences, put: Served = ok(now), user = buildOwnUser()) {
  const requests = serve({ 'GET /notification/preferences': ok(now), 'PUT /notification/preferences': put });
  return { requests, ...renderAt('/Settings', () => <MailCard user={user} />) };
}
/** The bodies of the requests that change something. */
const bodiesOf = (requests: ReturnType<typeof serve>) => requests.flatMap(({ body }) => body ?? []);
const choice = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const list = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });

afterEach(() => toast.remove());

describe('The mail settings', () => {
  it('store a changed kind and leave the others alone', async () => {
    const { requests, user } = show(preferences(), ok(preferences({ kinds: withMail('mentioned') })));
    const mentions = await list('Mentions of you, by email');
    expect(mentions.value).toBe('none');
    await user.selectOptions(mentions, 'At once');
    await waitFor(() => expect(bodiesOf(requests)).toEqual([{ kinds: [{ kind: 'mentioned', mail: 'instant' }] }]));
    expect(mentions.value).toBe('instant');
  });

  it('set devices independently of mails', async () => {
    const { requests, user } = show(preferences({ kinds: withMail('liked') }));
    const likes = await box('Likes on your posts and comments, on your devices');
    await user.click(likes);
    await waitFor(() => expect(bodiesOf(requests)).toEqual([{ kinds: [{ kind: 'liked', push: true }] }]));
  });

  it('show a change at once, and the stored value again when the server rejects it', async () => {
    const refused = deferred<FakeResponse>();
    const failed = vi.spyOn(toast, 'error');
    const { user } = show(preferences(), () => refused.promise);
    const likes = await list('Likes on your posts and comments, by email');
    await user.selectOptions(likes, 'At once');
    expect(likes.value).toBe('instant');
    refused.resolve(fail(503, 'Busy right now.'));
    await waitFor(() => expect(likes.value).toBe('none'));
    expect(failed.mock.calls[0]?.[0]).toBe('Busy right now.');
  });

  it('disable a kind whose switch above is off', async () => {
    show(preferences({ kinds: withMail('liked') }), undefined, buildOwnUser({ like_notification: 'Off' }));
    expect((await list('Likes on your posts and comments, by email')).disabled).toBe(true);
    expect((await box('Likes on your posts and comments, on your devices')).disabled).toBe(true);
    expect(screen.getByText('Turned off above')).toBeTruthy();
    expect((await list('New followers, by email')).disabled).toBe(false);
  });

  it('show that mails bounced, and turn them on again with one click', async () => {
    const { requests, user } = show(preferences({ stopped: 'refused' }), ok(preferences()));
    expect((await screen.findByRole('alert')).textContent).toContain('came back three times');
    await user.click(screen.getByRole('button', { name: 'Switch emails on' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(requests.at(-1)?.body).toEqual({ stopped: null });
  });

  it('store quiet hours, in this device’s time zone, when a time field loses the focus', async () => {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { requests, user } = show(
      preferences(),
      ok(preferences({ quiet: { from: '22:00', to: '07:00', timeZone } })),
    );
    await user.click(await choice('Quiet hours'));
    const to = await screen.findByLabelText('To');
    expect(requests.at(-1)?.body).toEqual({ quiet: { from: '22:00', to: '07:00', timeZone } });
    const before = requests.length;
    fireEvent.change(to, { target: { value: '22:00' } });
    expect(requests.length).toBe(before);
    fireEvent.blur(to);
    expect(await screen.findByText('Choose a time other than the start.')).toBeTruthy();
    expect(requests.length).toBe(before);
    fireEvent.change(to, { target: { value: '06:30' } });
    fireEvent.blur(to);
    await waitFor(() => expect(requests.at(-1)?.body).toEqual({ quiet: { from: '22:00', to: '06:30', timeZone } }));
    expect(screen.queryByText('Choose a time other than the start.')).toBeNull();
  });

  it('offer a retry when they cannot be loaded', async () => {
    serve({ 'GET /notification/preferences': fail(503, 'Busy right now.') });
    const { user } = renderAt('/Settings', () => <MailCard user={buildOwnUser()} />);
    await screen.findByText('Busy right now.');
    serve({ 'GET /notification/preferences': ok(preferences()) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await list('Likes on your posts and comments, by email')).toBeTruthy();
  });
});

describe('The unsubscribe page', () => {
  it('does nothing when it is opened, and unsubscribes when its button is clicked', async () => {
    const done = { body: { status: 200, success: true, message: 'Unsubscribed.', body: null } };
    const requests = serve({ 'POST /notification/unsubscribe': done });
    const { user } = renderAt('/u/abc', () => <UnsubscribePage />);
    const button = await screen.findByRole('button', { name: 'Unsubscribe' });
    expect(requests).toEqual([]);
    await user.click(button);
    expect(await screen.findByText('Unsubscribed.')).toBeTruthy();
    expect(requests).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Unsubscribe' })).toBeNull();
  });

  it('shows an error when the link is incomplete', async () => {
    serve({ 'POST /notification/unsubscribe': fail(404, 'This link is incomplete.') });
    const { user } = renderAt('/u/ab', () => <UnsubscribePage />);
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('This link is incomplete.')).toBeTruthy();
  });
});
