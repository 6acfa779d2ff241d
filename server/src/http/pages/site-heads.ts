import type { Config } from '#config.ts';
import { escapeHtml } from '#platform/escape-html.ts';
import { type PageHeads } from './page-heads.ts';

/** The pages that are public and about no member: path, title, and description. */
const pages: readonly [path: string, title: string | null, description?: string][] = [
  ['/', null],
  ['/Login', 'Sign in', 'Sign in to your professional network for what you build after work.'],
  ['/Register', 'Join', 'Join for free: for side hustlers and independent creators, 18 and over.'],
  ['/Forgot', 'Forgot your password?'],
  ['/results', 'Search', 'Find people by name, trade or skill, and posts by their words.'],
  ['/terms-condition', 'Terms and Conditions'],
  ['/privacy-policy', 'Privacy Policy'],
];

/** Describes the generic pages. */
export function describeSite(heads: PageHeads, appName: string): void {
  for (const [path, title, description] of pages) {
    const head = {
      path,
      title: title === null ? `${appName} · The network for what you build after work` : `${title} · ${appName}`,
      description,
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
  return page
    .replace('<title>Afterhours</title>', () => tags.join('\n    '))
    .replace('Afterhours is for', () => `${name} is for`);
}
