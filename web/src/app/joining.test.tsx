import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMember, buildPost } from '#testing/build.ts';
import { ok, serve } from '#testing/fake-server.ts';

const post = buildPost({ description: 'The first firing' });

const modes = [
  { mode: 'open', bar: 'Join', link: 'Create your account', note: null, title: 'Join Afterhours' },
  {
    mode: 'approval',
    bar: 'Ask to join',
    link: 'Ask to join',
    note: 'The people who run this community decide who joins.',
    title: 'Ask to join Afterhours',
  },
  {
    mode: 'invitation',
    bar: 'I have an invitation',
    link: 'I have an invitation',
    note: 'You can only join this community by invitation.',
    title: 'Join Afterhours',
  },
  {
    mode: 'closed',
    bar: null,
    link: null,
    note: 'This community is not accepting new members at the moment.',
    title: 'Join Afterhours',
  },
];

const toRegister = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .filter((link) => link.getAttribute('href') === '/Register');

/** The page's settings are read when its modules are loaded, so each test loads its own, the store's among them. */
const loadRenderAt = async () => (await import('#testing/render-app.tsx')).renderAt;

function setMode(mode: string) {
  const meta = document.createElement('meta');
  document.head.append(Object.assign(meta, { name: 'registration', content: mode }));
}

beforeEach(() => {
  vi.resetModules();
  serve({
    'GET /socialLogin': ok({ google: null, oidc: null }),
    [`GET /post/${post._id}`]: ok(post),
    [`GET /users/${post.user_id}`]: ok(buildMember({ _id: post.user_id })),
  });
});
afterEach(() => {
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
  vi.resetModules();
});

it('A community that decides who joins does not ask people who open an invitation, unless they remove it', async () => {
  setMode('approval');
  const renderAt = await loadRenderAt();
  const { RegisterPage } = await import('#features/account/pages/register-page.tsx');
  const { user } = renderAt('/Register?invitation=abc', () => <RegisterPage />);
  expect(screen.getByRole('heading', { level: 1, name: 'Join Afterhours' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Create account' })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: /^How did you hear/ })).toBeNull();
  await user.clear(screen.getByRole('textbox', { name: /^Invitation code/ }));
  expect(screen.getByRole('textbox', { name: /^How did you hear/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ask to join' })).toBeTruthy();
});

describe.each(modes)('In a community whose mode of joining is $mode', ({ mode, bar, link, note, title }) => {
  beforeEach(() => setMode(mode));

  it('the top bar of guests has the link to join that fits', async () => {
    const renderAt = await loadRenderAt();
    const { JoinLinks } = await import('./shell/join-links.tsx');
    const { container } = renderAt('/webinars', () => <JoinLinks />);
    expect(toRegister(container).map(({ textContent }) => textContent)).toEqual(bar === null ? [] : [bar]);
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/Login');
  });

  it('a shared post says how to join', async () => {
    const renderAt = await loadRenderAt();
    const { PostForGuests } = await import('#features/activities/components/post-for-guests.tsx');
    renderAt(`/p/${post._id}`, () => <PostForGuests id={post._id} />);
    const card = await screen.findByRole('region', { name: /^Reply to/ });
    expect(toRegister(card).map(({ textContent }) => textContent)).toEqual(link === null ? [] : [link]);
    expect(within(card).getByRole('link', { name: 'Sign in' })).toBeTruthy();
    if (note !== null) expect(within(card).getByText(note)).toBeTruthy();
  });

  it('the login page says how to join', async () => {
    const renderAt = await loadRenderAt();
    const { LoginPage } = await import('#features/account/pages/login-page.tsx');
    const { container } = renderAt('/Login', () => <LoginPage />);
    expect(toRegister(container).map(({ textContent }) => textContent)).toEqual(link === null ? [] : [link]);
    expect(screen.getByText(note ?? 'New here?', { exact: false })).toBeTruthy();
  });

  it('the page to join has the title that fits, and a form unless nobody may join', async () => {
    const renderAt = await loadRenderAt();
    const { RegisterPage } = await import('#features/account/pages/register-page.tsx');
    renderAt('/Register', () => <RegisterPage />);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: /^First name/ }) !== null).toBe(mode !== 'closed');
    if (note !== null) expect(screen.getByText(note)).toBeTruthy();
  });
});
