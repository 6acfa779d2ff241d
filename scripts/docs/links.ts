/** Finds the links from documents to files of the repository and to headings in them. */
import path from 'node:path';

export type Link = { target: string; anchor: string | null };

/** Returns the links that lead into the repository. Targets are paths from its root. */
export function listLinks(file: string, document: string): Link[] {
  const addresses = [...document.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = '']) => address);
  const internal = addresses.filter((address) => !/^[a-z]+:/.test(address));
  return internal.map((address) => {
    const [place = '', anchor = null] = address.split('#');
    return { target: place === '' ? file : path.posix.join(path.posix.dirname(file), place), anchor };
  });
}

/** Returns the anchors that GitHub and similar sites generate for a document's headings. */
export const listAnchors = (document: string): string[] =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
