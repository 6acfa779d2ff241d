import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';

/** Renders a page of a site whose server has set these meta tags. */
async function renderPage(metas: Record<string, string>) {
  vi.resetModules();
  for (const [name, content] of Object.entries(metas)) {
    const meta = document.createElement('meta');
    document.head.append(Object.assign(meta, { name, content }));
  }
  serve({ 'GET /community/terms': ok({ version: 0, publishedAt: null, terms: null, privacy: null }) });
  const { PrivacyPage } = await import('#features/site/pages/privacy-page.tsx');
  const { SiteFooter } = await import('./shell/site-footer.tsx');
  const { Logo } = await import('#ui/text/logo.tsx');
  renderAt('/privacy-policy', () => (
    <>
      <Logo />
      <PrivacyPage />
      <SiteFooter />
    </>
  ));
}

afterEach(() => {
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
  // The next test file, which shares the modules, must not see this name.
  vi.resetModules();
});

it('The name of the site and its support address are read from the page’s meta tags', async () => {
  await renderPage({ 'application-name': 'Night Owls', 'support-email': 'help@owls.example' });
  expect(document.title).toBe('Privacy Policy · Night Owls');
  expect(screen.getByRole('img', { name: 'Night Owls' })).toBeTruthy();
  const mail = await screen.findByRole('link', { name: 'help@owls.example' });
  expect(mail.getAttribute('href')).toBe('mailto:help@owls.example');
  expect(screen.getByText('© 2023 Night Owls')).toBeTruthy();
});

it('A new name replaces the old one in the logo, the footer and the title of the window', async () => {
  await renderPage({ 'application-name': 'Night Owls' });
  const { renameSite } = await import('#lib/browser/site.ts');
  act(() => renameSite({ name: 'Early Birds', logo: null }));
  expect(document.title).toBe('Privacy Policy · Early Birds');
  expect(screen.getByRole('img', { name: 'Early Birds' })).toBeTruthy();
  expect(screen.getByText('© 2023 Early Birds')).toBeTruthy();
  expect(document.body.textContent).not.toContain('Night Owls');
});

it('A site without a name and an address is called Afterhours and shows no address', async () => {
  await renderPage({});
  expect(document.title).toBe('Privacy Policy · Afterhours');
  expect(await screen.findByText(/Ask the people who run this community\./)).toBeTruthy();
  expect(screen.getByText('© 2023 Afterhours')).toBeTruthy();
});

it('The logo of the site replaces the default mark, in its own size, and a new logo the old one', async () => {
  await renderPage({ 'application-name': 'Night Owls', 'site-logo': '/api/uploads/users/a-256.webp 56 28' });
  const logo = screen.getByRole('img', { name: 'Night Owls' });
  expect(logo.getAttribute('src')).toBe('/api/uploads/users/a-256.webp');
  expect([logo.getAttribute('width'), logo.getAttribute('height')]).toEqual(['56', '28']);
  const { renameSite } = await import('#lib/browser/site.ts');
  act(() => renameSite({ name: 'Night Owls', logo: '/api/uploads/users/b-256.webp 84 28' }));
  const next = screen.getByRole('img', { name: 'Night Owls' });
  expect(next.getAttribute('src')).toBe('/api/uploads/users/b-256.webp');
  expect(next.getAttribute('width')).toBe('84');
});
