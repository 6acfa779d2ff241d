import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { TermsQuestion } from './components/terms-question.tsx';
import { PrivacyPage } from './pages/privacy-page.tsx';
import { TermsPage } from './pages/terms-page.tsx';

const written = '# Be kind\n\nNo <b>spam</b>, see https://owls.example/why.\n- one\n- two';
const second = { version: 2, publishedAt: '2026-03-01T20:00:00.000Z', terms: written, privacy: null };
const community = { name: 'Owls', about: null, rules: 'Be quiet.', contact: null, registration: 'open' };

describe('The pages of the terms', () => {
  it('show the owners’ texts, with headings and links, and with version and date', async () => {
    serve({ 'GET /community/terms': ok(second), 'GET /community': ok(community) });
    renderAt('/terms-condition', () => <TermsPage />);
    expect(await screen.findByRole('heading', { name: 'Be kind', level: 2 })).toBeTruthy();
    expect(screen.getByText(/No <b>spam<\/b>, see/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'https://owls.example/why' })).toBeTruthy();
    expect(screen.getByText(/^Version 2, effective/)).toBeTruthy();
    expect(screen.getByText('Be quiet.')).toBeTruthy();
    expect(screen.queryByText('No warranty')).toBeNull();
  });

  it('show the built-in texts if there are no others', async () => {
    const none = { version: 0, publishedAt: null, terms: null, privacy: null };
    serve({ 'GET /community/terms': ok(none), 'GET /community': ok({ ...community, rules: null }) });
    renderAt('/terms-condition', () => <TermsPage />);
    expect(await screen.findByText('No warranty')).toBeTruthy();
    expect(screen.getByText('Effective 5/1/2025')).toBeTruthy();
  });

  it.each([['/community/terms'], ['/community'], ['/community/terms', '/community']])(
    'do not show other texts than the owners’ if a part cannot be loaded, but a way to try again: %s',
    async (...paths) => {
      const responses = { 'GET /community/terms': ok(second), 'GET /community': ok(community) };
      serve({ ...responses, ...Object.fromEntries(paths.map((path) => [`GET ${path}`, fail(503, 'Busy.')])) });
      const { user } = renderAt('/terms-condition', () => <TermsPage />);
      const again = await screen.findByRole('button', { name: 'Try again' });
      expect(screen.queryByText('No warranty')).toBeNull();
      expect(screen.queryByText('Be kind')).toBeNull();
      serve(responses);
      await user.click(again);
      expect(await screen.findByRole('heading', { name: 'Be kind' })).toBeTruthy();
      expect(screen.getByText('Be quiet.')).toBeTruthy();
    },
  );

  it('explain in every privacy policy how reports are handled, and whom to contact', async () => {
    serve({ 'GET /community/terms': ok({ ...second, privacy: 'We keep little.' }) });
    renderAt('/privacy-policy', () => <PrivacyPage />);
    expect(await screen.findByText('We keep little.')).toBeTruthy();
    expect(screen.getByText(/until 30 days after the decision can no longer be appealed/)).toBeTruthy();
    expect(screen.getByText(/Ask the people who run this community/)).toBeTruthy();
    expect(screen.queryByText('What we collect')).toBeNull();
  });
});

describe('A new version of the terms', () => {
  const member = buildOwnUser({ termsToAccept: 2 });
  beforeEach(() => writeSession('abc', member));

  it('is shown to a member, who accepts it', async () => {
    const requests = serve({
      'GET /community/terms': ok(second),
      'POST /me/terms': ok({ version: 2 }),
      'GET /getProfile': ok(buildOwnUser()),
    });
    const { user } = renderAt('/home', () => <TermsQuestion />);
    const dialog = within(await screen.findByRole('dialog', { name: 'Please accept the terms' }));
    expect(await dialog.findByRole('heading', { name: 'Be kind' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(dialog.queryByRole('button', { name: 'Close' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests.find(({ path }) => path === '/me/terms')?.body).toEqual({ version: 2 });
  });

  it('is replaced by a newer one that was published before it is accepted', async () => {
    let version = 2;
    serve({
      'GET /community/terms': () => ok({ ...second, version, terms: `Text ${version}.` }),
      'POST /me/terms': () => {
        version = 3;
        return fail(409, 'There is a newer version now.');
      },
    });
    const { user } = renderAt('/home', () => <TermsQuestion />);
    expect(await screen.findByText('Text 2.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('Text 3.')).toBeTruthy();
    expect(screen.getByText('There is a newer version now.')).toBeTruthy();
  });

  it('waits until the member has stopped typing', async () => {
    serve({ 'GET /community/terms': ok(second), 'GET /getProfile': ok(member) });
    writeSession('abc', buildOwnUser());
    const { user, store } = renderAt('/home', () => (
      <>
        <textarea aria-label="Draft" />
        <button type="button">Elsewhere</button>
        <TermsQuestion />
      </>
    ));
    await user.type(screen.getByRole('textbox', { name: 'Draft' }), 'Half a sen');
    await store.dispatch(loadOwnUser());
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('tence');
    await user.tab();
    expect(await screen.findByRole('dialog', { name: 'Please accept the terms' })).toBeTruthy();
    expect(screen.getByLabelText('Draft')).toHaveProperty('value', 'Half a sentence');
  });
});
