import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { Toaster } from '#ui/toasts/toaster.tsx';
import { BillingForm } from './billing-form.tsx';
import { ReceiptPage } from './pages/receipt-page.tsx';
import { ReceiptLinks } from './receipt-links.tsx';

beforeEach(() => writeSession('abc', buildOwnUser()));

const NUMBER = 'R1-2026-000042';
const receipt = (changes = {}) => ({
  number: NUMBER,
  kind: 'receipt',
  issuedAt: '2026-11-01T10:00:00.000Z',
  refersTo: null,
  cancelledBy: null,
  cancelledAt: null,
  paymentId: idOf(1),
  paidAt: '2026-11-01T10:00:00.000Z',
  sandbox: false,
  community: 'Owls',
  seller: { name: 'Club e.V.', address: 'Weg 1\nBerlin', taxId: 'DE 1' },
  buyer: { name: 'Gil Reis', address: null, taxId: null, email: 'gil@example.com' },
  item: { title: 'Glazes', host: 'Hana Ito', startsAt: null, timeZone: null },
  currency: 'eur',
  amount: 1190,
  taxPercent: 19,
  tax: 190,
  ...changes,
});
const show = (
  handlers: Parameters<typeof serve>[0],
  { path = `/me/receipts/${NUMBER}`, links = <></> }: { path?: string; links?: ReactElement } = {},
) => {
  const requests = serve(handlers);
  const app = renderAt(path, () => (
    <Routes>
      <Route path="/list" element={links} />
      <Route
        path="/me/receipts/:number"
        element={
          <>
            <ReceiptPage />
            <Toaster />
          </>
        }
      />
    </Routes>
  ));
  return { ...app, requests };
};

describe('A receipt', () => {
  it('shows seller, buyer, item and tax, and can be printed', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const { user } = show({ [`GET /me/receipts/${NUMBER}`]: ok(receipt()) });
    expect(await screen.findByRole('heading', { name: `Receipt ${NUMBER}` })).toBeTruthy();
    for (const text of [
      'Club e.V.',
      'Weg 1',
      'Berlin',
      'Gil Reis',
      'gil@example.com',
      'Glazes',
      '€10.00',
      '€1.90',
      '€11.90',
      'Tax (19%)',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
  });

  it('states the days of the PDF, those of UTC', async () => {
    show({ [`GET /me/receipts/${NUMBER}`]: ok(receipt({ issuedAt: '2026-11-02T10:00:00.000Z' })) });
    expect(await screen.findByText('Issued on Monday, 2 November 2026')).toBeTruthy();
    expect(screen.getByText('Paid on Sunday, 1 November 2026')).toBeTruthy();
  });

  it('of a refund links to the receipt that it reverses', async () => {
    show({ [`GET /me/receipts/${NUMBER}`]: ok(receipt({ kind: 'credit_note', refersTo: 'R1-2026-000041' })) });
    const link = await screen.findByRole('link', { name: 'Cancels receipt R1-2026-000041.' });
    expect(link.getAttribute('href')).toBe('/me/receipts/R1-2026-000041');
  });

  it('that was refunded links to its credit note', async () => {
    const cancelled = { cancelledBy: 'R1-2026-000043', cancelledAt: '2026-11-28T23:30:00.000Z' };
    show({ [`GET /me/receipts/${NUMBER}`]: ok(receipt(cancelled)) });
    const name = 'Cancelled by credit note R1-2026-000043 on Saturday, 28 November 2026.';
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe('/me/receipts/R1-2026-000043');
  });

  it.each([
    ['payments', 'Your payments', '/Settings?tab=payments'],
    ['earnings', 'Earnings', '/me/earnings'],
  ] as const)('that was opened from the %s leads back there', async (from, name, path) => {
    const links = <ReceiptLinks of={{ receipt: NUMBER, creditNote: null }} from={from} />;
    const { user } = show({ [`GET /me/receipts/${NUMBER}`]: ok(receipt()) }, { path: '/list', links });
    await user.click(screen.getByRole('link', { name: 'Receipt: R1-2026-000042' }));
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(path);
  });

  it('says why it cannot be saved as a PDF', async () => {
    const busy = fail(503, 'The service is busy right now.');
    const { user } = show({ [`GET /me/receipts/${NUMBER}`]: ok(receipt()), [`GET /me/receipts/${NUMBER}.pdf`]: busy });
    await user.click(await screen.findByRole('button', { name: 'Save as PDF' }));
    expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
  });

  it('that does not exist shows an error', async () => {
    show({ [`GET /me/receipts/${NUMBER}`]: fail(404, 'There is no receipt with this number.') });
    expect(await screen.findByText('There is no receipt with this number.')).toBeTruthy();
  });
});

describe('The billing details', () => {
  const empty = { name: null, address: null, taxId: null, vatId: null, taxPercent: null };

  it('are saved, with empty fields as null', async () => {
    const requests = serve({ 'GET /me/billing': ok(empty), 'PUT /me/billing': ok(empty) });
    const { user } = renderAt('/Settings', () => <BillingForm />);
    await user.type(await screen.findByLabelText(/Name or company/), 'Reis Lda.');
    await user.type(screen.getByLabelText(/Tax on your webinars/), '8,25');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
        ...empty,
        name: 'Reis Lda.',
        taxPercent: 8.25,
      }),
    );
  });

  it('show an error at a field whose value is invalid', async () => {
    const requests = serve({ 'GET /me/billing': ok(empty) });
    const { user } = renderAt('/Settings', () => <BillingForm />);
    await user.type(await screen.findByLabelText(/Tax on your webinars/), '99');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Please enter a rate from 0 to 50 percent/)).toBeTruthy();
    expect(requests.some(({ method }) => method === 'PUT')).toBe(false);
  });
});
