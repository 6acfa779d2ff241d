import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userReceived } from '#features/account/auth-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { PayDialog } from './components/pay-dialog.tsx';

const paymentId = idOf(500);
const payment = (status: string, action: object | null = null) => ({
  _id: paymentId,
  status,
  amount: 1000,
  currency: 'usd',
  action,
});
const config = ok({ provider: 'sandbox', publishableKey: null, account: null, includedTax: null });
const atSandbox = { clientSecret: null, publishableKey: null, account: null };
const atStripe = { clientSecret: 'pi_1_secret', publishableKey: 'pk_1', account: 'acct_1' };

beforeEach(() => writeSession('abc', buildOwnUser()));

/** Opens the dialog for a payment that was started before. */
function open(handlers: Parameters<typeof serve>[0]) {
  const requests = serve({ 'GET /payment/config': config, ...handlers });
  const onChange = vi.fn<() => void>();
  const pending = { _id: paymentId, status: 'pending' as const };
  const post = buildPost({ postType: 'webinar', title: 'Pricing', payment: pending });
  const app = renderAt('/home', (store) => {
    store.dispatch(userReceived(buildOwnUser()));
    return <PayDialog open post={post} onChange={onChange} onClose={() => undefined} />;
  });
  return { ...app, requests, onChange };
}

describe('A payment that its payer has to confirm', () => {
  it.each([
    ['Confirm payment', true, 'completed', /Payment completed/],
    ['Decline', false, 'failed', /was not confirmed/],
  ])('ends in the sandbox as the payer chooses: %s', async (button, confirmed, status, shown) => {
    const message = 'The payment was not confirmed.';
    const end = { status: 200, body: { status: 200, success: true, message, body: payment(status) } };
    const { user, requests, onChange } = open({
      [`POST /payment/${paymentId}/resume`]: ok(payment('pending', atSandbox)),
      [`POST /payment/${paymentId}/sandboxChallenge`]: end,
    });
    await user.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(requests.find(({ path }) => path.endsWith('sandboxChallenge'))?.body).toEqual({ confirmed });
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('is confirmed in the bank’s frame while the dialog is closed', async () => {
    const openDuring: boolean[] = [];
    const handleNextAction = vi.fn<(options: object) => Promise<object>>(async () => {
      openDuring.push(document.querySelector('dialog')?.open ?? false);
      return {};
    });
    const stripe = vi.fn<(key: string, options: object) => object>(() => ({ handleNextAction }));
    vi.stubGlobal('Stripe', stripe);
    const responses = [ok(payment('pending', atStripe)), ok(payment('completed'))];
    open({ [`POST /payment/${paymentId}/resume`]: () => responses.shift() ?? 'unreachable' });
    await waitFor(() => {
      // Test files that ran before may have left scripts in the document.
      const scripts = document.querySelectorAll('script[src^="https://js.stripe.com"]');
      for (const script of scripts) script.dispatchEvent(new Event('load'));
      expect(screen.getByText(/Payment completed/)).toBeTruthy();
    });
    expect(stripe).toHaveBeenCalledWith('pk_1', { stripeAccount: 'acct_1' });
    expect(handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret' });
    expect(openDuring).toEqual([false]);
    expect(document.querySelector('dialog')?.open).toBe(true);
  });

  it('can be cancelled for another card when the bank cannot be reached', async () => {
    vi.stubGlobal('reportError', () => undefined);
    vi.stubGlobal('Stripe', () => ({ handleNextAction: () => Promise.reject(new Error('no frame')) }));
    const { user } = open({
      [`POST /payment/${paymentId}/resume`]: ok(payment('pending', atStripe)),
      [`DELETE /payment/${paymentId}`]: ok(payment('failed')),
    });
    expect(await screen.findByText(/Your bank could not be reached/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use another card' }));
    expect(await screen.findByLabelText(/Card number/)).toBeTruthy();
  });
});

it('The dialog keeps the direction of a title in another script', async () => {
  open({ [`POST /payment/${paymentId}/resume`]: ok(payment('pending', atSandbox)) });
  await screen.findByRole('button', { name: 'Confirm payment' });
  expect(screen.getByText('Pricing').tagName).toBe('BDI');
});
