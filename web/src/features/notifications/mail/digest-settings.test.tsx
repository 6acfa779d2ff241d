import { mailKindNames } from '@afterhours/contract/notifications/mail-kinds';
import type { NotificationPreferences } from '@afterhours/contract/notifications/notification-mail';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { selectOwnUser, userReceived } from '#features/account/auth-slice.ts';
import { buildOwnUser } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { MailCard } from './mail-card.tsx';

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const list = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });
const CADENCE = 'What you missed and highlights from your network';

type Digest = NotificationPreferences['digest'];

function show(digest: Partial<Digest> = {}, changes: Partial<NotificationPreferences> = {}) {
  const now: NotificationPreferences = {
    kinds: mailKindNames.map((kind) => ({ kind, window: true, push: false, mail: 'none' })),
    stopped: null,
    quiet: null,
    messageText: false,
    digest: { cadence: 'none', hour: 8, weekday: 1, timeZone: null, stopped: false, ...digest },
    calm: false,
    ...changes,
  };
  // Responds with the merged preferences, as the server does.
  const put = ({ body }: { body: unknown }) => {
    const wanted = body as { digest?: Partial<Digest>; calm?: boolean };
    return ok({ ...now, ...wanted, kinds: now.kinds, digest: { ...now.digest, ...wanted.digest } });
  };
  const requests = serve({ 'GET /notification/preferences': ok(now), 'PUT /notification/preferences': put });
  return { requests, ...renderAt('/Settings', () => <MailCard user={buildOwnUser()} />) };
}

it('A digest uses the time zone of this device, and then offers its hour', async () => {
  const { requests, user } = show();
  const cadence = await list(CADENCE);
  expect(screen.queryByRole('combobox', { name: 'Hour' })).toBeNull();
  await user.selectOptions(cadence, 'Every day');
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ digest: { timeZone, cadence: 'daily' } }));
  expect(screen.queryByRole('combobox', { name: 'Weekly emails come on' })).toBeNull();
  await user.selectOptions(await list('Hour'), '18:00');
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ digest: { hour: 18 } }));
});

it('Without a digest a kind is mailed or not; with one it can also be part of it', async () => {
  const { user } = show({ timeZone }, { kinds: [{ kind: 'followed', window: true, push: false, mail: 'digest' }] });
  const names = ({ options }: HTMLSelectElement) => [...options].map(({ text }) => text);
  const kind = await list('New followers, by email');
  expect([names(kind), kind.selectedOptions[0]?.text]).toEqual([['No', 'At once', 'Daily', 'Weekly'], 'No']);
  await user.selectOptions(await list(CADENCE), 'Every day');
  await waitFor(() => expect(names(kind)).toEqual(['No', 'In digest', 'At once', 'Daily', 'Weekly']));
  expect(kind.selectedOptions[0]?.text).toBe('In digest');
  screen.getByText(/^In digest: included in your/);
});

it('A weekly digest has a weekday', async () => {
  const { requests, user } = show({ cadence: 'weekly', timeZone });
  const weekday = await list('Weekly emails come on');
  expect([...weekday.options].map(({ text }) => text)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ]);
  await user.selectOptions(weekday, 'Sunday');
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ digest: { weekday: 7 } }));
});

it('The first kind that is mailed daily or weekly stores the time zone of this device', async () => {
  const { requests, user } = show();
  await user.selectOptions(await list('New followers, by email'), 'Weekly');
  const kinds = [{ kind: 'followed', mail: 'weekly' }];
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ kinds, digest: { timeZone } }));
});

it('A time zone other than that of this device can be changed', async () => {
  const { requests, user } = show({ cadence: 'daily', timeZone: 'Pacific/Kiritimati' });
  await user.click(await screen.findByRole('button', { name: /^Use .* as on this device$/ }));
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ digest: { timeZone } }));
});

it("Any time zone can be found by name and chosen with the keyboard; the device's own comes first", async () => {
  const { requests, user } = show({ cadence: 'daily', timeZone: 'Pacific/Kiritimati' });
  await user.click(await screen.findByRole('button', { name: 'Change the time zone Kiritimati, Pacific' }));
  const field = await screen.findByRole('combobox', { name: 'City, region or time zone' });
  const options = () => within(screen.getByRole('listbox', { name: 'Time zones' })).getAllByRole('option');
  expect(options()[0]?.textContent).toContain('This device');
  await user.type(field, 'kathm');
  await waitFor(() => expect(options()).toHaveLength(1));
  expect(options()[0]?.textContent).toMatch(/^KathmanduAsia\d\d:\d\dGMT\+5:45$/);
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(requests.at(-1)?.body).toEqual({ digest: { timeZone: expect.stringMatching(/^Asia\/Ka/) } }),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('An unknown time zone shows a message, and Escape changes nothing', async () => {
  const { requests, user } = show({ cadence: 'daily', timeZone });
  await user.click(await screen.findByRole('button', { name: /^Change the time zone/ }));
  const before = requests.length;
  await user.type(await screen.findByRole('combobox', { name: 'City, region or time zone' }), 'Atlantis{Enter}');
  await screen.findByText(/^No time zone has this name/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests).toHaveLength(before);
});

it('A member who has unsubscribed can switch the digest on again', async () => {
  const { requests, user } = show({ cadence: 'daily', timeZone, stopped: true });
  await user.click(await screen.findByRole('button', { name: 'Switch them on' }));
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ digest: { stopped: false } }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Switch them on' })).toBeNull());
});

it('Calm mode is turned on with one click, and shows dots instead of numbers', async () => {
  const { requests, user, store } = show();
  store.dispatch(userReceived(buildOwnUser()));
  await user.click(await screen.findByRole('switch', { name: 'Calm mode' }));
  await waitFor(() => expect(requests.at(-1)?.body).toEqual({ calm: true, digest: { timeZone } }));
  await waitFor(() => expect(selectOwnUser(store.getState())?.calm).toBe(true));
});
