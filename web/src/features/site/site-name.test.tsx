import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderAt } from '#testing/render-app.tsx';

/** Draws a page of a site whose server has put these into the head. */
async function draw(metas: Record<string, string>) {
  vi.resetModules();
  for (const [name, content] of Object.entries(metas)) {
    const meta = document.createElement('meta');
    document.head.append(Object.assign(meta, { name, content }));
  }
  const { PrivacyPage } = await import('./pages/privacy-page.tsx');
  const { Logo } = await import('#ui/text/logo.tsx');
  renderAt('/privacy-policy', () => (
    <>
      <Logo />
      <PrivacyPage />
    </>
  ));
}

afterEach(() => {
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
});

it('The name of the site and its address for help come from the head of the page', async () => {
  await draw({ 'application-name': 'Night Owls', 'support-email': 'help@owls.example' });
  expect(document.title).toBe('Privacy Policy · Night Owls');
  expect(screen.getByRole('img', { name: 'Night Owls' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'help@owls.example' }).getAttribute('href')).toBe('mailto:help@owls.example');
  expect((await import('#lib/browser/site.ts')).copyright).toBe('© 2023 Night Owls');
});

it('A site without a name and an address is called Afterhours and shows no address', async () => {
  await draw({});
  expect(document.title).toBe('Privacy Policy · Afterhours');
  expect(screen.getByText(/Ask the people who run this community\./)).toBeTruthy();
  expect((await import('#lib/browser/site.ts')).copyright).toBe('© 2023 Afterhours');
});
