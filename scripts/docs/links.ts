/** Links of documents to other files of the repository and to headings in them. */
import path from 'node:path';

export type Link = { target: string; anchor: string | null };

/** Returns the links that lead into the repository. Targets are paths from its root. */
export function listLinks(file: string, document: string): Link[] {
  const found = [...document.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = '']) => address);
  const inside = found.filter((address) => !/^[a-z]+:/.test(address));
  return inside.map((address) => {
    const [place = '', anchor = null] = address.split('#');
    return { target: place === '' ? file : path.posix.join(path.posix.dirname(file), place), anchor };
  });
}

/** Returns the anchors that a forge makes of the headings of a document. */
export const listAnchors = (document: string): string[] =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
