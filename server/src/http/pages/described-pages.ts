/**
 * The pages that features describe for readers without the application's scripts: search engines, link previews, and
 * people until the scripts run. A description is what a guest sees; it is the same for everyone.
 */
import type { Html } from './html.ts';
import type { PageHead } from './page-head.ts';

export type DescribedPage = {
  head: PageHead;
  /** The page's content, as text with links; it is shown until the application takes over. */
  main?: Html | undefined;
  /** The JSON responses that the application would request first, by address. */
  responses?: Readonly<Record<string, string>> | undefined;
  /** The ids of the posts and members shown: if one of them changes, the page is described anew. */
  shows?: readonly string[] | undefined;
};

/** `gone` is a public page that was deleted; `movedTo` is the path of the page that replaces it for a while. */
export type Description = DescribedPage | { movedTo: string } | 'gone' | null;

type Params = Record<string, string>;

/** Returns the page for the parameters in its address and the cursor of a list; null if there is no such page. */
type Describe = (params: Params, cursor: string | undefined) => Promise<Description>;

export type DescribedPages = {
  /** Registers the description of a path with `:name` parameters, ignoring case and a trailing slash. */
  describe(path: string, describe: Describe): void;
  /** Returns a function that loads a page's description; undefined if no feature describes the page. */
  find(pathname: string): ((cursor: string | undefined) => Promise<Description>) | undefined;
};

export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** Returns a segment as it is, which names nothing, if it cannot be decoded or the database would refuse the result. */
function decode(segment: string): string {
  try {
    const decoded = decodeURIComponent(segment);
    return decoded.includes('\0') ? segment : decoded;
  } catch {
    return segment;
  }
}

/**
 * Returns the parameters of a path that matches a pattern with `:name` parts, ignoring case; null if it does not match.
 * A part may begin with fixed characters: `@:username`.
 */
export function matchPath(pattern: readonly string[], segments: readonly string[]): Params | null {
  if (pattern.length !== segments.length) return null;
  const params: Params = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    const [fixed = '', name] = part.split(':');
    if (name === undefined) {
      if (part.toLowerCase() !== segment.toLowerCase()) return null;
    } else {
      const value = decode(segment);
      if (!value.startsWith(fixed) || value.length === fixed.length) return null;
      params[name] = value.slice(fixed.length);
    }
  }
  return params;
}

export function createDescribedPages(): DescribedPages {
  const described: { pattern: string[]; describe: Describe }[] = [];
  return {
    describe(path, describe) {
      described.push({ pattern: segmentsOf(path), describe });
    },
    find(pathname) {
      const segments = segmentsOf(pathname);
      for (const { pattern, describe } of described) {
        const params = matchPath(pattern, segments);
        if (params) return (cursor) => describe(params, cursor);
      }
      return undefined;
    },
  };
}
