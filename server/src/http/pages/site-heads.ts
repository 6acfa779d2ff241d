import { defineMessages, type Message } from '@afterhours/contract/base/message';
import type { Config } from '#config.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { english } from '#texts/english.ts';
import { type PageHeads } from './page-heads.ts';

const texts = defineMessages('site.head', {
  home: '{app} · The network for what you build after work',
  page: '{title} · {app}',
  signIn: 'Sign in',
  signInAbout: 'Sign in to your professional network for what you build after work.',
  join: 'Join',
  joinAbout: 'Join for free: for side hustlers and independent creators, 18 and over.',
  forgot: 'Forgot your password?',
  search: 'Search',
  searchAbout: 'Find people by name, trade or skill, and posts by their words.',
  terms: 'Terms and Conditions',
  privacy: 'Privacy Policy',
});

/** The pages that are public and about no member: path, title, and description. */
const pages: readonly [path: string, title: Message | null, description?: Message][] = [
  ['/', null],
  ['/Login', texts.signIn, texts.signInAbout],
  ['/Register', texts.join, texts.joinAbout],
  ['/Forgot', texts.forgot],
  ['/results', texts.search, texts.searchAbout],
  ['/terms-condition', texts.terms],
  ['/privacy-policy', texts.privacy],
];

/** Describes the generic pages. */
export function describeSite(heads: PageHeads, appName: string): void {
  for (const [path, title, description] of pages) {
    const head = {
      path,
      title:
        title === null
          ? english(texts.home, { app: appName })
          : english(texts.page, { title: english(title), app: appName }),
      description: description && english(description),
    };
    heads.describe(path, async () => head);
  }
}

/**
 * Returns the built page with the name of this community in its texts, and the tags that `web/src/lib/browser/site.ts`
 * reads.
 */
export function nameSite(page: string, { appName, supportEmail }: Pick<Config, 'appName' | 'supportEmail'>): string {
  const name = escapeHtml(appName);
  const tags = [
    `<title>${name}</title>`,
    `<meta name="application-name" content="${name}" />`,
    supportEmail && `<meta name="support-email" content="${escapeHtml(supportEmail)}" />`,
  ].filter(Boolean);
  // In one pass: the name may contain what it takes the place of.
  return page.replaceAll(/<title>Afterhours<\/title>|Afterhours/g, (found) =>
    found === 'Afterhours' ? name : tags.join('\n    '),
  );
}
