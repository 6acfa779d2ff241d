import { describe, expect, it } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { plainSite } from '#testing/rows/sites.ts';
import { brandPage } from './site-heads.ts';

const SHELL =
  '<!doctype html><title>Afterhours</title><noscript>Afterhours is for side hustlers.</noscript>' +
  '<div id="root"><span>Afterhours</span></div>';

describe('The name of a site', () => {
  it('appears in every page as escaped text, together with the support address', () => {
    const page = brandPage(SHELL, {
      ...plainSite,
      name: 'Night <Owls> & "$&"',
      about: 'For <owls>.',
      contact: 'help@owls.example',
      announcement: '"Friday"',
      registration: 'approval',
      question: 'Who are "you"?',
    });
    const name = 'Night &#60;Owls&#62; &#38; &#34;$&#38;&#34;';
    expect(page).toContain(`<title>${name}</title>`);
    expect(page).toContain(`<meta name="application-name" content="${name}" />`);
    expect(page).toContain('<meta name="support-email" content="help@owls.example" />');
    expect(page).toContain('<meta name="about-site" content="For &#60;owls&#62;." />');
    expect(page).toContain('<meta name="announcement" content="&#34;Friday&#34;" />');
    expect(page).toContain('<meta name="registration" content="approval" />');
    expect(page).toContain('<meta name="join-question" content="Who are &#34;you&#34;?" />');
    expect(page).toContain(`<noscript>${name} is for side hustlers.`);
    expect(page).not.toContain('Afterhours');
  });

  it('labels the logo once, even if it contains the built-in name', () => {
    const mark = '<svg viewBox="0 0 28 28" role="img" aria-label="Afterhours"></svg>';
    const page = brandPage(SHELL.replace('<span>', `${mark}<span>`), {
      ...plainSite,
      name: 'Afterhours Berlin',
      logo: { filename: 'logo.jpg', width: 56, height: 28 },
    });
    expect(page).toContain('alt="Afterhours Berlin" />');
    expect(page).not.toContain('Berlin Berlin');
  });

  it('comes without a support address if none is configured', () => {
    expect(brandPage(SHELL, plainSite)).not.toContain('support-email');
  });
});

describe('The support address', () => {
  const supportEmail = (variables: Record<string, string>) => parseConfig(variables, '/srv/app').supportEmail;

  it('is SUPPORT_EMAIL, or the address in MAIL_FROM, or null', () => {
    expect(supportEmail({ SUPPORT_EMAIL: 'help@owls.example', MAIL_FROM: 'Owls <mail@owls.example>' })).toBe(
      'help@owls.example',
    );
    expect(supportEmail({ MAIL_FROM: 'Owls <mail@owls.example>' })).toBe('mail@owls.example');
    expect(supportEmail({ MAIL_FROM: 'mail@owls.example' })).toBe('mail@owls.example');
    expect(supportEmail({})).toBe(null);
    expect(() => supportEmail({ SUPPORT_EMAIL: 'owls' })).toThrow(/SUPPORT_EMAIL must be an email address/);
  });
});
