import { DAY_MS } from '@afterhours/contract/base/durations';
import { sandboxCards } from '@afterhours/contract/payments/payments';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userReceived } from '#features/account/auth-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, buildWebinar, idOf } from '#testing/build.ts';
import { deferred, type FakeResponse, fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { PayDialog } from './components/pay-dialog.tsx';
import { WebinarAccess } from './components/webinar-access.tsx';

const LINK = 'https://example.com/live';
const paymentId = idOf(500);
const payment = (status: string) => ({ _id: paymentId, status, amount: 1000, currency: 'usd' });
const webinar = (changes = {}) => buildPost({ postType: 'webinar', title: 'Pricing', ...changes });
const sandbox = {
  'GET /payment/config': ok({ provider: 'sandbox', publishableKey: null, account: null, includedTax: null }),
  'POST /payment/sandboxToken': ok({ id: 'tok_sandbox_1' }),
};
const stripe = {
  'GET /payment/config': ok({ provider: 'stripe', publishableKey: 'pk_1', account: null, includedTax: null }),
};

beforeEach(() => writeSession('abc', buildOwnUser({ email: 'ana@example.com' })));

function openDialog(handlers: Parameters<typeof serve>[0], changes = {}) {
  const requests = serve(handlers);
  const onChange = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  const app = renderAt('/home', (store) => {
    store.dispatch(userReceived(buildOwnUser({ email: 'ana@example.com' })));
    return <PayDialog open post={webinar(changes)} onChange={onChange} onClose={onClose} />;
  });
  return { ...app, requests, onChange };
}

async function fillAndPay({ user }: Pick<ReturnType<typeof openDialog>, 'user'>, name = 'Pay $10.00') {
  await user.click(await screen.findByRole('button', { name: '4242 4242 4242 4242' }));
  await user.type(screen.getByLabelText(/Expires/), '12/49');
  await user.type(screen.getByLabelText(/CVC/), '123');
  await user.click(screen.getByRole('button', { name }));
}

describe('Paying in the sandbox', () => {
  it('shows the total and its tax before the payment, and orders the total', async () => {
    const offer = buildWebinar({ price: 1_000, currency: 'eur', addedTax: 19, total: 1_190 });
    const app = openDialog({ ...sandbox, 'POST /payment/create': ok(payment('completed')) }, { webinar: offer });
    const price = await screen.findByText(/including 19% tax/);
    expect(price.textContent).toMatch(/^€11\.90, once, including 19% tax \(€1\.90\)\./);
    await fillAndPay(app, 'Pay €11.90');
    expect(app.requests.find(({ path }) => path === '/payment/create')?.body).toMatchObject({ amount: 1_190 });
  });

  it('says that the price has changed while the card form was open', async () => {
    serve(sandbox);
    const offer = (price: number) => webinar({ webinar: buildWebinar({ price }) });
    function Changing() {
      const [post, setPost] = useState(offer(1_000));
      return <PayDialog open post={post} onChange={() => undefined} onClose={() => setPost(offer(2_500))} />;
    }
    const { user } = renderAt('/home', () => <Changing />);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('The host has changed the price from $10.00 to $25.00.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay $25.00' })).toBeTruthy();
  });

  it('shows that no money moves, lists the test cards, and completes', async () => {
    const response = deferred<FakeResponse>();
    const app = openDialog({ ...sandbox, 'POST /payment/create': () => response.promise });
    expect(await screen.findByText('Sandbox: no money moves')).toBeTruthy();
    for (const { says } of sandboxCards) expect(screen.getAllByText(says.message, { exact: false })).not.toEqual([]);
    await fillAndPay(app);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Pay $10.00' }).getAttribute('aria-busy')).toBe('true'),
    );
    await act(async () => response.resolve(ok(payment('completed'))));
    expect(await screen.findByText(/Payment completed/)).toBeTruthy();
    expect(app.onChange).toHaveBeenCalledOnce();
    const sent = app.requests.find((call) => call.path === '/payment/create');
    expect(sent?.body).toEqual({
      stripeToken: 'tok_sandbox_1',
      email: 'ana@example.com',
      parent_id: idOf(100),
      amount: 1000,
      productType: 'webinar',
      description: 'Pricing',
    });
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('rejects a number that is not a test card in the browser', async () => {
    const { user, requests } = openDialog(sandbox);
    await user.type(await screen.findByLabelText(/Card number/), '4111 1111 1111 1111');
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    expect(screen.getByText(/Never enter a real card/)).toBeTruthy();
    expect(requests.map((call) => call.path)).toEqual(['/payment/config']);
  });

  it('shows why a card was declined, and accepts another', async () => {
    // Newer browsers return a promise.
    Element.prototype.scrollIntoView = async () => undefined;
    const responses = [fail(402, 'Your card has expired.'), ok(payment('completed'))];
    const app = openDialog({ ...sandbox, 'POST /payment/create': () => responses.shift() ?? 'unreachable' });
    await fillAndPay(app);
    expect(await screen.findByText('Your card has expired.')).toBeTruthy();
    expect(app.onChange).toHaveBeenCalledOnce();
    await app.user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    expect(await screen.findByText(/Payment completed/)).toBeTruthy();
    // The clicked button is gone.
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
  });

  it('reloads the post if it turns out to be paid already', async () => {
    const app = openDialog({ ...sandbox, 'POST /payment/create': fail(409, 'You already joined this webinar.') });
    await fillAndPay(app);
    expect(await screen.findByText('You already joined this webinar.')).toBeTruthy();
    expect(app.onChange).toHaveBeenCalledOnce();
  });
});

describe('A pending payment', () => {
  it.each([
    ['completed', 'Payment completed.', /You can join now/, 1],
    ['failed', 'The payment was not completed.', /was not completed/, 1],
  ])('is polled until it is %s', async (status, message, shown, times) => {
    const responses: FakeResponse[] = ['unreachable', ok(payment('pending'))];
    const end = { status: 200, body: { status: 200, success: true, message, body: payment(status) } };
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    const { onChange } = openDialog(
      { ...sandbox, [`GET /payment/${paymentId}`]: () => responses.shift() ?? end },
      { payment: { _id: paymentId, status: 'pending' } },
    );
    expect(screen.getByText(/being processed/)).toBeTruthy();
    for (let polls = 0; polls < 3; polls++) await act(() => vi.advanceTimersByTimeAsync(2_000));
    vi.useRealTimers();
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(onChange).toHaveBeenCalledTimes(times);
  });
});

describe('Stripe’s card form', () => {
  const script = () => document.querySelector<HTMLScriptElement>('script[src="https://js.stripe.com/v3/"]');

  it('shows and logs that it did not load, and can be loaded again', async () => {
    const logged = vi.fn<(error: unknown) => void>();
    vi.stubGlobal('reportError', logged);
    const { user } = openDialog(stripe);
    await waitFor(() => expect(script()).toBeTruthy());
    script()?.dispatchEvent(new Event('error'));
    expect(await screen.findByText(/The card form could not be loaded/)).toBeTruthy();
    expect(logged).toHaveBeenCalledOnce();
    expect(script()).toBeNull();
    await user.click(screen.getByRole('button', { name: /again|Retry/i }));
    await waitFor(() => expect(script()).toBeTruthy());
    script()?.dispatchEvent(new Event('error'));
    await screen.findByText(/The card form could not be loaded/);
  });

  it('creates the token that pays, and shows a problem with the card', async () => {
    const tokens = [{ error: { message: 'Your card number is incomplete.' } }, { token: { id: 'tok_1' } }];
    const mounted: HTMLElement[] = [];
    const focused = vi.fn<() => void>();
    const card = {
      mount: (place: HTMLElement) => void mounted.push(place),
      on: (_ready: 'ready', listener: () => void) => listener(),
      focus: focused,
      destroy: () => undefined,
    };
    vi.stubGlobal('Stripe', () => ({
      elements: () => ({ create: () => card }),
      createToken: async () => tokens.shift() ?? {},
    }));
    const { user, requests, onChange } = openDialog({ ...stripe, 'POST /payment/create': ok(payment('completed')) });
    await waitFor(() => expect(script()).toBeTruthy());
    script()?.dispatchEvent(new Event('load'));
    await waitFor(() => expect(mounted).toHaveLength(1));
    expect(focused).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    expect(await screen.findByText('Your card number is incomplete.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Pay $10.00' }));
    await waitFor(() => expect(onChange).toHaveBeenCalledOnce());
    expect(requests.at(-1)?.body).toMatchObject({ stripeToken: 'tok_1' });
  });
});

describe('The access to a webinar', () => {
  const renderAccess = (changes: object) =>
    renderAt('/home', () => <WebinarAccess post={webinar(changes)} onChange={() => undefined} />);

  it('is a pay button until the link is there, then a Join button that opens the join page in a tab', async () => {
    serve(sandbox);
    const { user, unmount } = renderAccess({});
    await user.click(screen.getByRole('button', { name: 'Pay $10.00 to join' }));
    expect(await screen.findByRole('dialog', { name: 'Join this webinar' })).toBeTruthy();
    await screen.findByText('Sandbox: no money moves');
    expect(document.activeElement).toBe(screen.getByLabelText(/Card number/));
    unmount();
    renderAccess({ link: LINK, payment: { _id: paymentId, status: 'completed' } });
    const join = screen.getByRole('link', { name: 'Join' });
    expect(join.getAttribute('href')).toMatch(/^\/w\/.+\/join$/);
    expect(join.getAttribute('target')).toBe('_blank');
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
  });

  it('keeps the dialog open when the link arrives, and offers Join there too', async () => {
    serve({ ...sandbox, 'POST /payment/create': ok(payment('completed')) });
    function Wired() {
      const [link, setLink] = useState<string | null>(null);
      return <WebinarAccess post={webinar({ link })} onChange={() => setLink(LINK)} />;
    }
    const app = renderAt('/home', () => <Wired />);
    await app.user.click(screen.getByRole('button', { name: 'Pay $10.00 to join' }));
    await fillAndPay(app);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/Payment completed/)).toBeTruthy();
    expect(within(dialog).getByRole('link', { name: 'Join' })).toBeTruthy();
  });

  it.each([
    ['pending', 'Payment pending'],
    ['failed', 'Try again: $10.00'],
    ['refunded', 'Pay $10.00 to join'],
  ])('shows the button for a payment that is %s: "%s"', (status, name) => {
    renderAccess({ payment: { _id: paymentId, status } });
    expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  it('shows the time in the viewer’s time zone, and saves the calendar file', async () => {
    const saved: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${saved.push(file)}`,
      revokeObjectURL: () => undefined,
    });
    const requests = serve({ [`GET /post/${idOf(100)}/calendar.ics`]: { body: 'BEGIN:VCALENDAR' } });
    const { user } = renderAccess({ link: LINK, startsAt: '2099-12-24T18:30:00.000Z' });
    const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
    const shown = time.format(new Date('2099-12-24T18:30:00.000Z'));
    expect(document.querySelector('time')?.textContent).toContain(shown);
    await user.click(screen.getByRole('button', { name: 'Add to calendar' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer abc');
  });

  it.each([
    ['ten minutes ago', 600_000, 'This webinar has begun.'],
    ['two days ago', 2 * DAY_MS, 'This webinar is over.'],
  ])('is closed for members who have not paid once the webinar started %s', (_name, ago, note) => {
    const startsAt = new Date(Date.now() - ago).toISOString();
    const { unmount } = renderAccess({ startsAt });
    expect(screen.getByText(note)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    renderAccess({ startsAt, link: LINK, payment: { _id: paymentId, status: 'completed' } });
    expect(screen.getByRole('link', { name: /^(Join|After the webinar)$/ })).toBeTruthy();
  });

  it('shows a payment as pending once the dialog is closed, and Join when it is completed', async () => {
    let status = 'pending';
    serve({
      ...sandbox,
      'POST /payment/create': ok(payment('pending')),
      [`GET /payment/${paymentId}`]: () => ok(payment(status)),
    });
    function Wired() {
      const [post, setPost] = useState(webinar());
      const load = () =>
        setPost(webinar({ payment: { _id: paymentId, status }, link: status === 'completed' ? LINK : null }));
      return <WebinarAccess post={post} onChange={load} />;
    }
    const app = renderAt('/home', () => <Wired />);
    await app.user.click(screen.getByRole('button', { name: 'Pay $10.00 to join' }));
    await fillAndPay(app);
    await screen.findByText(/being processed/);
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
    await app.user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('button', { name: 'Payment pending' })).toBeTruthy();
    status = 'completed';
    await act(() => vi.advanceTimersByTimeAsync(2_500));
    vi.useRealTimers();
    expect(await screen.findByRole('link', { name: 'Join' })).toBeTruthy();
  });

  it('opens after the response to a payment was lost: the second try finds it paid', async () => {
    serve({ ...sandbox, 'POST /payment/create': fail(409, 'You already joined this webinar.') });
    function Wired() {
      const [paid, setPaid] = useState({});
      const done = { payment: { _id: paymentId, status: 'completed' }, link: LINK };
      return <WebinarAccess post={webinar(paid)} onChange={() => setPaid(done)} />;
    }
    const app = renderAt('/home', () => <Wired />);
    await app.user.click(screen.getByRole('button', { name: 'Pay $10.00 to join' }));
    await fillAndPay(app);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText(/Payment completed/)).toBeTruthy();
    expect(within(dialog).queryByText(/already joined/)).toBeNull();
  });
});
