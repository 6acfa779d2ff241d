import { act, screen, waitFor } from '@testing-library/react';
import toast from 'react-hot-toast/headless';
import { beforeEach, expect, it, vi } from 'vitest';
import { userReceived } from '#features/account/auth-slice.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, buildPost, idOf } from '#testing/build.ts';
import { type FakeResponse, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';

/** Returns the calls except those for the draft, which the composer saves automatically. */
const besideDrafts = (requests: readonly { path: string; body?: unknown }[]) =>
  requests.filter(({ path }) => !path.startsWith('/drafts'));

beforeEach(() => writeSession('abc', buildOwnUser({ _id: idOf(9), firstName: 'Tess' })));

it('The composer keeps an unsent draft, and requires what the type needs before publishing', async () => {
  const { Composer } = await import('./composer.tsx');
  const requests = serve({
    'POST /post/create': ok(buildPost()),
    'GET /me/selling': ok({ may: true, refusal: null }),
  });
  const first = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  await first.user.click(screen.getByRole('radio', { name: 'Webinar' }));
  // The host sees the price, and who receives the payments.
  expect(screen.getByLabelText<HTMLInputElement>(/Price/).value).toBe('10.00');
  expect(screen.getByText('0 for a free webinar. Payments go to Afterhours, which pays you.')).toBeTruthy();
  await first.user.type(screen.getByLabelText(/Description/), 'Evening class');
  first.unmount();
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Description/).value).toBe('Evening class');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(screen.getByText('Please enter a title')).toBeTruthy();
  expect(screen.getByText('Please enter a link that starts with http:// or https://')).toBeTruthy();
  await user.type(screen.getByLabelText(/Title/), 'Class');
  await user.type(screen.getByLabelText(/Link/), 'https://meet.example.com');
  // The shortcut works from any field.
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(localStorage.getItem(`draft:post:${idOf(9)}`)).toBeNull());
  expect(requests.at(-1)?.body).toMatchObject({
    postType: 'webinar',
    title: 'Class',
    link: 'https://meet.example.com',
    price: 1000,
    currency: 'usd',
    refundPolicy: 'full_until_24h',
  });
  await act(async () => undefined);
});

it('An empty composer follows the default audience that a post elsewhere changes; a draft keeps its own', async () => {
  const { Composer } = await import('./composer.tsx');
  serve({ 'GET /drafts': ok([], { nextCursor: null }) });
  const { store, user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  const audience = () => screen.getByLabelText<HTMLSelectElement>('Who can see this').value;
  const receive = (post_visibility: 'public' | 'members' | 'connections') =>
    act(() => void store.dispatch(userReceived(buildOwnUser({ _id: idOf(9), post_visibility }))));
  expect(audience()).toBe('public');
  receive('members');
  expect(audience()).toBe('members');
  await user.type(screen.getByLabelText(/Description/), 'For members');
  receive('public');
  expect(audience()).toBe('members');
  await act(async () => undefined);
});

it('A post published again after a lost response and a reload has the same key, and the next one another', async () => {
  const { Composer } = await import('./composer.tsx');
  const responses: FakeResponse[] = ['unreachable'];
  const requests = serve({
    'POST /post/create': () => responses.shift() ?? ok(buildPost()),
    'GET /drafts': ok([], { nextCursor: null }),
  });
  const published = () => requests.filter(({ path }) => path === '/post/create');
  const show = () => renderAt('/home', () => <Composer open onClose={() => undefined} />);
  const publish = () => screen.getByRole('button', { name: 'Publish' });
  const { user, unmount } = show();
  await user.type(screen.getByLabelText(/Description/), 'Once');
  await user.click(publish());
  expect(await screen.findByRole('alert')).toBeTruthy();
  unmount();
  show();
  await user.click(publish());
  await waitFor(() => expect(localStorage.getItem(`draft:post:${idOf(9)}`)).toBeNull());
  await user.type(screen.getByLabelText(/Description/), 'Once');
  await user.click(publish());
  await waitFor(() => expect(published()).toHaveLength(3));
  expect(published().map(({ body }) => body)).toEqual([
    published()[0]?.body,
    published()[0]?.body,
    published()[0]?.body,
  ]);
  const [first, second, third] = published().map(({ headers }) => headers.get('idempotency-key'));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  await act(async () => undefined);
});

it('An empty post starts with the given text; an existing draft is not changed', async () => {
  const { Composer } = await import('./composer.tsx');
  serve({ 'GET /drafts': ok([], { nextCursor: null }) });
  const composer = () => <Composer open beginning="#kiln" onClose={() => undefined} />;
  const first = renderAt('/home', composer);
  const written = () => screen.getByLabelText<HTMLTextAreaElement>(/Description/);
  await waitFor(() => expect(written().value).toBe('#kiln '));
  await first.user.type(written(), 'is on');
  first.unmount();
  renderAt('/home', composer);
  await act(async () => undefined);
  expect(written().value).toBe('#kiln is on');
});

it('The composer shows, before a webinar is written, that the member may not publish one', async () => {
  const { Composer } = await import('./composer.tsx');
  const refusal = 'Only members approved by the people who run this community can publish webinars.';
  const requests = serve({ 'GET /me/selling': ok({ may: false, refusal }) });
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  expect(besideDrafts(requests)).toHaveLength(0);
  await user.click(screen.getByRole('radio', { name: 'Webinar' }));
  expect(await screen.findByText(refusal)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Post' }));
  expect(screen.queryByText(refusal)).toBeNull();
});

it('A draft of a post is discarded after a confirmation', async () => {
  const { Composer } = await import('./composer.tsx');
  serve({});
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull();
  await user.type(screen.getByLabelText(/Description/), 'Half a thought');
  await user.click(screen.getByRole('button', { name: 'Discard draft' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Description/).value).toBe('');
  expect(localStorage.getItem(`draft:post:${idOf(9)}`)).toBeNull();
});

it('The composer starts with the writer’s avatar and a general post, and shows what each type requires', async () => {
  const { Composer } = await import('./composer.tsx');
  serve({});
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  expect(screen.getByText('Tess', { exact: false })).toBeTruthy();
  const text = screen.getByLabelText<HTMLTextAreaElement>(/Description/);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Post' }).checked).toBe(true);
  expect(text.placeholder).toBe('What are you working on after hours?');
  await user.click(screen.getByRole('radio', { name: 'Job' }));
  expect(screen.getByText(/How many people/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add pictures' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(screen.getByText('Please enter a title')).toBeTruthy();
  expect(screen.getByText('Please enter description')).toBeTruthy();
});

it.each([
  ['in sight', true, 'screen-reader-only'],
  ['out of sight', false, undefined],
])('A published post is announced with a toast unless it is in view: %s', async (_where, isThere, className) => {
  const succeeded = vi.spyOn(toast, 'success');
  const post = buildPost();
  serve({ 'POST /post/create': ok(post) });
  const { Composer } = await import('./composer.tsx');
  const { user } = renderAt('/home', () => (
    <>
      {isThere && <article id={post._id} />}
      <Composer open onClose={() => undefined} />
    </>
  ));
  await user.type(screen.getByLabelText(/Description/), 'Three bowls');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(succeeded).toHaveBeenCalledTimes(1));
  expect(succeeded.mock.calls[0]?.[1]?.className).toBe(className);
});

it('A host without an account is told which prices require one', async () => {
  const { Composer } = await import('./composer.tsx');
  const account = { mode: 'host', sharePercent: 0, taxPercent: null, state: 'none', payouts: false, sandbox: true };
  serve({ 'GET /me/selling': ok({ may: true, refusal: null }), 'GET /me/seller-account': ok(account) });
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  await user.click(screen.getByRole('radio', { name: 'Webinar' }));
  expect(await screen.findByText(/first set up your account under Earnings/)).toBeTruthy();
});

it('The composer offers to add the seller’s tax to the price, and shows the total for buyers', async () => {
  const { Composer } = await import('./composer.tsx');
  const account = { mode: 'host', sharePercent: 0, taxPercent: 19, state: 'ready', payouts: true, sandbox: true };
  const requests = serve({
    'POST /post/create': ok(buildPost()),
    'GET /me/selling': ok({ may: true, refusal: null }),
    'GET /me/seller-account': ok(account),
  });
  const { user } = renderAt('/home', () => <Composer open onClose={() => undefined} />);
  await user.click(screen.getByRole('radio', { name: 'Webinar' }));
  expect(await screen.findByText('0 for a free webinar. The money goes to your own account.')).toBeTruthy();
  expect(screen.queryByText(/^Buyers pay/)).toBeNull();
  await user.selectOptions(screen.getByLabelText('Tax'), '19%, added to the price');
  expect(screen.getByText('Buyers pay $11.90.')).toBeTruthy();
  await user.type(screen.getByLabelText(/Title/), 'Class');
  await user.type(screen.getByLabelText(/Link/), 'https://meet.example.com');
  await user.type(screen.getByLabelText(/Description/), 'Evening class');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() =>
    expect(requests.find(({ path }) => path === '/post/create')?.body).toMatchObject({ price: 1000, tax: 'added' }),
  );
  await act(async () => undefined);
});
