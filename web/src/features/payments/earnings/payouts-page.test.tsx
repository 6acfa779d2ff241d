import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { PayoutsPage } from './pages/payouts-page.tsx';
import { reloadPayouts } from './payout-changes.ts';

const owner = buildOwnUser({ staffRole: 'owner', twoFactorEnabled: true });
const paged = { page: 1, limit: 20, nextCursor: null };
const common = {
  'GET /getProfile': ok(owner),
  'GET /staff/requests/count': ok({ count: 0 }),
};

beforeEach(() => writeSession('abc', owner));

it('Owners see how much of what they owe a host is disputed before they record a transfer', async () => {
  const owed = { hostId: idOf(5), email: null, currency: 'eur', owed: 1500, disputed: 0, sandbox: false };
  serve({
    ...common,
    'GET /staff/payouts': ok(
      [
        { ...owed, _id: 'one', name: 'Ana Lima', disputed: 400 },
        { ...owed, _id: 'other', name: 'Ben Ode' },
      ],
      paged,
    ),
  });
  renderAt('/moderation/payouts', () => <PayoutsPage />);
  expect(await screen.findByText('Ana Lima')).toBeTruthy();
  const [disputed, ...others] = screen.getAllByText(/is disputed/);
  expect(disputed?.textContent).toMatch(/^Of this, €4\.00 is disputed/);
  expect(others).toEqual([]);
});

it('A host to whom more is owed by now than the transfer that was recorded stays in the list', async () => {
  const owed = { _id: 'one', hostId: idOf(5), name: 'Ana Lima', email: null, currency: 'eur', disputed: 0 };
  const pages = [1500, 400].map((amount) => ok([{ ...owed, sandbox: false, owed: amount }], paged));
  serve({
    ...common,
    'GET /staff/payouts': () => pages.shift() ?? 'unreachable',
    'POST /staff/payouts': ok({}),
  });
  const { user } = renderAt('/moderation/payouts', () => <PayoutsPage />);
  await user.click(await screen.findByRole('button', { name: /^Record transfer: Ana Lima, / }));
  await user.click(screen.getAllByRole('button', { name: /^Record transfer/ }).at(-1) as HTMLElement);
  expect(await screen.findByText('€4.00')).toBeTruthy();
});

it('A transfer that somebody else records meanwhile is not recorded again, and the list shows the change', async () => {
  const one = { _id: 'one', hostId: idOf(5), name: 'Ana Lima', email: null, currency: 'eur', sandbox: false };
  const rest = { _id: 'two', hostId: idOf(6), name: 'Ben Ode', email: null, currency: 'eur', sandbox: false };
  const amounts = { owed: 1500, paidOut: 0, disputed: 0 };
  let owed = [
    { ...one, ...amounts },
    { ...rest, ...amounts },
  ];
  const requests = serve({
    ...common,
    'GET /staff/payouts': () => ok(owed, paged),
    'POST /staff/payouts': fail(409, 'A transfer was recorded meanwhile.'),
  });
  const { user } = renderAt('/moderation/payouts', () => <PayoutsPage />);
  const [first] = await screen.findAllByRole('button', { name: /^Record transfer/ });
  await user.click(first as HTMLElement);
  owed = owed.slice(1);
  act(() => reloadPayouts());
  await waitFor(() => expect(requests.filter(({ path }) => path === '/staff/payouts')).toHaveLength(2));
  // The question stays until it is answered.
  const question = screen.getByRole('alertdialog', { name: 'Have you transferred €15.00 to Ana Lima?' });
  await user.click(within(question).getByRole('button', { name: /^Record transfer/ }));
  await waitFor(() => expect(screen.queryByText('Ana Lima')).toBeNull());
  expect(requests.find(({ method }) => method === 'POST')?.body).toMatchObject({ amount: 1500, paidOut: 0 });
});

const payout = {
  _id: idOf(7),
  hostId: idOf(5),
  name: 'Ana Lima',
  amount: 1500,
  currency: 'eur',
  status: 'paid',
  arrivesAt: '2026-11-02T10:00:00.000Z',
  createdAt: '2026-11-02T10:00:00.000Z',
  byCommunity: true,
  sandbox: false,
  canceledAt: null,
  cancelReason: null,
};
const canceled = {
  ...payout,
  status: 'canceled',
  canceledAt: '2026-11-03T10:00:00.000Z',
  cancelReason: 'Entered twice',
};
const CANCEL = `POST /staff/payouts/${payout._id}/cancel`;

async function openDialog(handlers: Parameters<typeof serve>[0]) {
  const requests = serve({ ...common, 'GET /staff/payouts/recorded': ok([payout], paged), ...handlers });
  const { user } = renderAt('/moderation/payouts?tab=recorded', () => <PayoutsPage />);
  await user.click(
    await screen.findByRole('button', { name: 'Cancel record: Ana Lima, €15.00, Monday, 2 November 2026' }),
  );
  expect(await screen.findByRole('dialog', { name: 'Cancel the record of €15.00 to Ana Lima?' })).toBeTruthy();
  return { user, requests };
}
const submit = () => screen.getAllByRole('button', { name: /^Cancel record/ }).at(-1) as HTMLElement;

it('Owners cancel the record of a transfer with a reason, which the list then shows', async () => {
  const { user, requests } = await openDialog({ [CANCEL]: ok(canceled) });
  await user.click(submit());
  expect(await screen.findByText('Please say why the record was wrong.')).toBeTruthy();
  await user.type(screen.getByLabelText(/^Reason/), 'Entered twice');
  await user.click(submit());
  expect(await screen.findByText('Entered twice')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel record/ })).toBeNull());
  const sent = requests.filter(({ path }) => path.endsWith('/cancel'));
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Entered twice' }]);
});

it('A record that somebody else has cancelled is loaded again', async () => {
  const pages: FakeResponse[] = [ok([payout], paged), ok([canceled], paged)];
  const { user } = await openDialog({
    'GET /staff/payouts/recorded': () => pages.shift() ?? 'unreachable',
    [CANCEL]: fail(409, 'This record has already been cancelled.'),
  });
  await user.type(screen.getByLabelText(/^Reason/), 'A slip');
  await user.click(submit());
  expect(await screen.findByText('Entered twice')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Cancel record/ })).toBeNull();
});

it('The question stays while a record is being cancelled, so that an error is seen', async () => {
  const sent = deferred<FakeResponse>();
  const { user } = await openDialog({ [CANCEL]: () => sent.promise });
  await user.type(screen.getByLabelText(/^Reason/), 'A slip');
  await user.click(submit());
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  sent.resolve(fail(503, 'The service is busy right now.'));
  expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
});
