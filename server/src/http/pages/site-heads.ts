import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { writeAccent } from '@afterhours/contract/community/accent';
import type { RegistrationMode } from '@afterhours/contract/community/community';
import { joiningByMode, joiningTexts } from '@afterhours/contract/constants/joining';
import { directionOf, type Language } from '@afterhours/contract/constants/languages';
import type { StoredLogo } from '#db/schema/tables/community.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import type { DescribedPages } from './described-pages.ts';
import { insertLogo, writeLogoMeta } from './logo-tags.ts';
import { previewImage } from './preview-image.ts';

const texts = defineMessages('site.head', {
  home: '{app} · The network for what you build after work',
  page: '{title} · {app}',
  signIn: 'Sign in',
  signInAbout: 'Sign in to your professional network for what you build after work.',
  joinAbout: 'For side hustlers and independent creators, 18 and over.',
  forgot: 'Forgot your password?',
  search: 'Search',
  searchAbout: 'Find people by name, trade or skill, and posts by keyword.',
  terms: 'Terms and Conditions',
  privacy: 'Privacy Policy',
});

type PageTexts = { title: MessageDescriptor | null; description?: MessageDescriptor };

/** The public pages that are about no member. The registration page depends on who may join. */
const pages: readonly [path: string, (mode: RegistrationMode) => PageTexts][] = [
  ['/', () => ({ title: null })],
  ['/Login', () => ({ title: texts.signIn, description: texts.signInAbout })],
  [
    '/Register',
    (mode) => ({
      title: mode === 'approval' ? joiningTexts.ask : joiningTexts.join,
      description: joiningByMode[mode].note ?? texts.joinAbout,
    }),
  ],
  ['/Forgot', () => ({ title: texts.forgot })],
  ['/results', () => ({ title: texts.search, description: texts.searchAbout })],
  ['/terms-condition', () => ({ title: texts.terms })],
  ['/privacy-policy', () => ({ title: texts.privacy })],
];

/** Describes the generic pages, using the community's current name. */
export function describeSite(described: DescribedPages, services: Pick<Services, 'community' | 'config'>): void {
  const { community } = services;
  for (const [path, findTexts] of pages) {
    described.describe(path, async () => {
      const { title, description } = findTexts(community.settings().registration);
      return {
        head: {
          path,
          image: previewImage(services, 'community', { title: '', by: '' }),
          title:
            title === null
              ? english(texts.home, { app: community.name() })
              : english(texts.page, { title: english(title), app: community.name() }),
          description: description && english(description),
        },
      };
    });
  }
}

/** The language of the texts in the code, in which the pages are built. */
const BUILT_IN: string = 'en';

export type SiteFacts = {
  name: string;
  about: string | null;
  contact: string | null;
  announcement: string | null;
  registration: RegistrationMode;
  question: string | null;
  accent: string | null;
  language: Language;
  logo: StoredLogo | null;
  /** Whether members may sign in with passwords. */
  passwords: boolean;
  proofOfWork: boolean;
  /** The address of the icon for devices that do not use the manifest's. */
  icon: string;
  /** The build that browsers may cache; null for none. */
  appBuild: string | null;
};

/**
 * Returns the built page with this community's name in its texts, and with the tags that `web/src/lib/browser/site.ts`
 * reads.
 */
export function brandPage(page: string, facts: SiteFacts): string {
  const { name: plainName, about, contact, announcement, registration, question } = facts;
  const { accent, language, logo, passwords, proofOfWork, icon, appBuild } = facts;
  const name = escapeHtml(plainName);
  const tags = [
    `<title>${name}</title>`,
    `<meta name="application-name" content="${name}" />`,
    '<link rel="manifest" href="/manifest.webmanifest" />',
    `<link rel="apple-touch-icon" href="${escapeHtml(icon)}" />`,
    appBuild && `<meta name="app-build" content="${appBuild}" />`,
    contact && `<meta name="support-email" content="${escapeHtml(contact)}" />`,
    about && `<meta name="about-site" content="${escapeHtml(about)}" />`,
    announcement && `<meta name="announcement" content="${escapeHtml(announcement)}" />`,
    registration !== 'open' && `<meta name="registration" content="${registration}" />`,
    registration === 'approval' && question && `<meta name="join-question" content="${escapeHtml(question)}" />`,
    language !== BUILT_IN && `<meta name="language" content="${language}" />`,
    logo && writeLogoMeta(logo),
    accent && `<style>${writeAccent(accent)}</style>`,
    !passwords && '<meta name="passwords" content="off" />',
    proofOfWork && '<meta name="proof-of-work" content="on" />',
  ].filter(Boolean);
  // What guests read before the application runs is in the community's language; members' texts carry their own.
  const inLanguage = page.replace(/<html lang="[^"]*">/, `<html lang="${language}" dir="${directionOf(language)}">`);
  const withLogo = logo ? insertLogo(inLanguage, logo) : inLanguage;
  // In one pass, because the name may itself contain the text that it replaces.
  return withLogo.replaceAll(/<title>Afterhours<\/title>|Afterhours/g, (match) =>
    match === 'Afterhours' ? name : tags.join('\n    '),
  );
}
