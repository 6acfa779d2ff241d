import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { i18n } from '#lib/text/translate.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { PaymentsTab } from './components/payments-tab.tsx';
import { reloadSeats } from './seats/seat-changes.ts';

beforeEach(() => writeSession('abc', buildOwnUser()));

const payment = (number: number, changes = {}) => ({
  _id: idOf(number),
  status: 'completed',
  amount: 1000,
  currency: 'usd',
  createdAt: '2026-11-01T10:00:00.000Z',
  parent_id: idOf(900 + number),
  title: `Webinar ${number}`,
  startsAt: '2099-12-24T18:30:00.000Z',
  timeZone: null,
  link: 'https://example.com/live',
  reason: null,
  reasonKind: null,
  sandbox: false,
  receipt: null,
  creditNote: null,
  refundBlocked: false,
  refundReturned: false,
  ...changes,
});
const nothing = { name: null, address: null, taxId: null, taxPercent: null };
const billing = { 'GET /me/billing': ok(nothing) };
const page = (rows: unknown[], nextCursor: string | null = null) => ok(rows, { page: 1, limit: 20, nextCursor });

describe('The payments in the settings', () => {
  it('show price, status and the webinar’s link', async () => {
    serve({
      ...billing,
      'GET /payments': page([
        payment(1),
        payment(2, { status: 'failed', link: null, reason: 'Your card has expired.', sandbox: true }),
      ]),
    });
    renderAt('/Settings', () => <PaymentsTab />);
    const [paid, failed] = await screen.findAllByRole('listitem');
    expect(within(paid as HTMLElement).getByRole('link', { name: /^Join/ })).toBeTruthy();
    expect(paid?.textContent).toContain('$10.00 · Paid');
    expect(failed?.textContent).toContain('Not charged');
    expect(failed?.textContent).toContain('Your card has expired.');
    expect(failed?.textContent).toContain('no money moved');
    expect(within(failed as HTMLElement).queryByRole('link', { name: /^Join/ })).toBeNull();
  });

  it('show that a refund was returned', async () => {
    serve({ ...billing, 'GET /payments': page([payment(1, { status: 'refunded', refundReturned: true })]) });
    renderAt('/Settings', () => <PaymentsTab />);
    expect(await screen.findByText(/Your bank has returned the refund/)).toBeTruthy();
  });

  it('follow a refund while the page is open', async () => {
    const status = { now: 'refunding' };
    serve({ ...billing, 'GET /payments': () => page([payment(1, { status: status.now })]) });
    renderAt('/Settings', () => <PaymentsTab />);
    expect(await screen.findByText(/Being refunded/)).toBeTruthy();
    status.now = 'refunded';
    reloadSeats();
    expect(await screen.findByText(/· Refunded/)).toBeTruthy();
  });

  it('show why one failed: our reasons in the language of the page, the provider’s unchanged', async () => {
    const messages = { 'payments.expired': 'Ihre Karte ist abgelaufen.', 'payments.list.failed': 'Nicht abgebucht' };
    i18n.loadAndActivate({ locale: 'de', messages });
    const failed = { status: 'failed', link: null };
    serve({
      ...billing,
      'GET /payments': page([
        payment(1, { ...failed, reason: 'Your card has expired.', reasonKind: 'expired' }),
        payment(2, { ...failed, reason: 'Your card’s security code is incorrect.' }),
      ]),
    });
    renderAt('/Settings', () => <PaymentsTab />);
    expect(await screen.findByText('Ihre Karte ist abgelaufen.')).toBeTruthy();
    expect(screen.getByText('Your card’s security code is incorrect.')).toBeTruthy();
    i18n.loadAndActivate({ locale: 'en', messages: {} });
  });

  it('have a text for an empty list', async () => {
    serve({ ...billing, 'GET /payments': page([]) });
    renderAt('/Settings', () => <PaymentsTab />);
    expect(await screen.findByText('No payments yet')).toBeTruthy();
  });

  it('load page by page, show a repeated one once, and can be retried after a failure', async () => {
    const responses = [page([payment(1)], 'next'), fail(500, 'Something went wrong.'), page([payment(1), payment(2)])];
    const requests = serve({ ...billing, 'GET /payments': () => responses.shift() ?? 'unreachable' });
    const { user } = renderAt('/Settings', () => <PaymentsTab />);
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await user.click(await screen.findByRole('button', { name: /again/i }));
    expect(await screen.findByText('Webinar 2')).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(requests.filter((one) => one.path === '/payments')).toHaveLength(3);
  });
});
