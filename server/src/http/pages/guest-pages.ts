/**
 * Described pages, cached for a few seconds: they are the same for everyone. A page is dropped as soon as something on
 * it changes; a new item in a list appears after those seconds.
 */
import { defineMessages } from '@afterhours/contract/base/message';
import type { RegistrationMode } from '@afterhours/contract/community/community';
import { joiningByMode } from '@afterhours/contract/constants/joining';
import { createCache } from '#cache.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { SharedResponse } from '../body/compression.ts';
import { etagOf } from '../body/etag.ts';
import type { DescribedPage, DescribedPages, Description } from './described-pages.ts';
import { Html, html, writeJson } from './html.ts';

/** Saves a page's statements, and building and compressing it for each caller. */
const LIFETIME_MS = 5_000;
const PAGES = 500;

export type WrittenPage = { version: string; etag: string; response: SharedResponse };
export type CachedPage = { description: Description; written: WrittenPage | null };

const shownOn = ({ description }: CachedPage): readonly string[] =>
  description !== null && typeof description === 'object' && 'head' in description ? (description.shows ?? []) : [];

/** Returns a function that finds the loader of the page at a path; undefined if no feature describes the page. */
export function createGuestPages(pages: DescribedPages, { touched }: Pick<Services, 'touched'>) {
  const cache = createCache<CachedPage>({ ttlMs: () => LIFETIME_MS, size: PAGES });
  const dropShown = (id: string) => cache.dropWhere((page) => shownOn(page).includes(id));
  touched.onPost(dropShown);
  touched.onMember(dropShown);
  touched.onAnything(() => cache.clear());
  return (pathname: string, cursor: string | undefined): (() => Promise<CachedPage>) | undefined => {
    const describe = pages.find(pathname);
    if (!describe) return undefined;
    const key = JSON.stringify([pathname, cursor]);
    return async () => {
      const page = await cache.fetch(key, async () => ({ description: await describe(cursor), written: null }));
      // A missing page is not cached: it may come into existence at any time, and no event would drop the entry.
      if (page.description === null || page.description === 'gone') cache.drop(key);
      return page;
    };
  };
}

/** Where the content is inserted: after the header that the built page shows until the application runs. */
const ROOT = /<div id="root">[\s\S]*?<\/header>|<div id="root">/;
const NOSCRIPT = /\s*<noscript>[\s\S]*?<\/noscript>/;

/** The only inline script in the built page. */
const BOOT = '<script data-';

const texts = defineMessages('site.places', {
  webinars: 'Webinars',
  jobs: 'Jobs',
  signIn: 'Sign in',
  missing: 'There is nothing at this address.',
  gone: 'The page at this address has been deleted.',
  missingText: 'The link may be incomplete, or lead to something only members can see.',
});

const siteLinks = [
  ['/webinars', texts.webinars],
  ['/jobs', texts.jobs],
  ['/Login', texts.signIn],
] as const;

/** Returns links to the pages for guests, the last of them to the form for joining unless nobody may join. */
function siteLinksMarkup(mode: RegistrationMode): Html {
  const { link } = joiningByMode[mode];
  const links = link ? [...siteLinks, ['/Register', link] as const] : siteLinks;
  return html`<nav><p>${links.map(
    ([path, label], index) => html`${index > 0 && ' · '}<a href="${path}">${english(label)}</a>`,
  )}</p></nav>`;
}

/** Inserts a page's content into the built page, with the responses that the application starts from. */
export function renderMain(page: string, { main, responses }: DescribedPage, mode: RegistrationMode): string {
  if (!main) return page;
  const content = html`<main id="main">${main}</main>${siteLinksMarkup(mode)}`;
  const data = html`<script type="application/json" id="page-data">${new Html(writeJson(responses ?? {}))}</script>`;
  return page
    .replace(NOSCRIPT, '')
    .replace(BOOT, () => '<script data-readable data-')
    .replace(ROOT, (before) => before + content.text)
    .replace('</body>', () => `${data.text}</body>`);
}

/**
 * Replaces the built page's text about the site, for readers without scripts, by one that says that the page is
 * missing.
 */
export function renderMissing(page: string, isGone: boolean, mode: RegistrationMode): string {
  const content = html`<main id="main">
<h1>${english(isGone ? texts.gone : texts.missing)}</h1>
${!isGone && html`<p>${english(texts.missingText)}</p>`}
</main>${siteLinksMarkup(mode)}`;
  return page.replace(NOSCRIPT, () => `<noscript>${content.text}</noscript>`);
}

export const writePage = (page: string, version: string): WrittenPage => ({
  version,
  etag: `W/${etagOf(page)}`,
  response: new SharedResponse(page, 'text/html; charset=utf-8'),
});
