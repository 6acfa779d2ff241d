/**
 * The head of a page before its scripts run: title, description and the tags for link previews. Features describe their
 * own pages; a page without a description has the application's own head.
 */
import { escapeHtml } from '#platform/escape-html.ts';
import { excerpt } from '#texts/excerpt.ts';

export type PageHead = {
  title: string;
  /** Any length; the first 200 characters are shown. The application's own when absent. */
  description?: string | undefined;
  /** The OpenGraph type. */
  type?: 'website' | 'profile' | 'article';
  /** Absolute address of a picture. */
  image?: string | undefined;
  /** Whether search engines are asked not to list the page; previews of links show it all the same. */
  unlisted?: boolean;
  /** The canonical path of the page, below the public address. */
  path: string;
};

/** Returns the head of a page for the parameters in its address; null when there is no such page. */
type Describe = (params: Record<string, string>) => Promise<PageHead | null>;

export type PageHeads = {
  /** Describes the pages of a path with `:name` parameters. Case and a trailing slash make no difference. */
  describe(path: string, describe: Describe): void;
  /** Returns a function that loads a page's head, undefined when nobody describes the page. */
  find(pathname: string): (() => Promise<PageHead | null>) | undefined;
};

export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the parameters of a path that matches a pattern with `:name` parts, in any case; null when it does not. */
export function matchPath(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(segment);
    else if (part.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return params;
}

export function createPageHeads(): PageHeads {
  const described: { pattern: string[]; describe: Describe }[] = [];
  return {
    describe(path, describe) {
      described.push({ pattern: segmentsOf(path), describe });
    },
    find(pathname) {
      const segments = segmentsOf(pathname);
      for (const { pattern, describe } of described) {
        const params = matchPath(pattern, segments);
        if (params) return () => describe(params);
      }
      return undefined;
    },
  };
}

const MAX_DESCRIPTION = 200;

const TITLE = /<title>([^<]*)<\/title>/i;
const DESCRIPTION = /\s*<meta\s+name="description"\s+content="([^"]*)"\s*\/?>/i;

/** Inserts a head into a built page. Everything in it is escaped as text. */
export function renderHead(page: string, head: PageHead, site: { name: string; publicUrl: string }): string {
  // The page's own text is escaped already.
  const description = head.description
    ? escapeHtml(excerpt(head.description, MAX_DESCRIPTION))
    : (DESCRIPTION.exec(page)?.[1] ?? '');
  const title = escapeHtml(head.title);
  const address = escapeHtml(site.publicUrl + head.path);
  const image = head.image ? escapeHtml(head.image) : '';
  const tags = [
    `<title>${title}</title>`,
    description && `<meta name="description" content="${description}" />`,
    head.unlisted && '<meta name="robots" content="noindex" />',
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:site_name" content="${escapeHtml(site.name)}" />`,
    `<meta property="og:type" content="${head.type ?? 'website'}" />`,
    `<meta property="og:title" content="${title}" />`,
    description && `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${address}" />`,
    image && `<meta property="og:image" content="${image}" />`,
    '<meta name="twitter:card" content="summary" />',
    `<meta name="twitter:title" content="${title}" />`,
    description && `<meta name="twitter:description" content="${description}" />`,
    image && `<meta name="twitter:image" content="${image}" />`,
  ].filter(Boolean);
  return page.replace(DESCRIPTION, '').replace(TITLE, () => tags.join('\n    '));
}
