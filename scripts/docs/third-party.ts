/** Generates THIRD-PARTY.md: the packages and fonts of the running product with their licences, from the lock file. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run/run-tool.ts';

const FILE = path.join(ROOT, 'THIRD-PARTY.md');

type LockEntry = { version?: string; license?: string; dev?: boolean; link?: boolean };

/** Packages whose package.json names no licence, with the licence that their files state. */
const KNOWN: Record<string, string> = { 'png-js': 'MIT', 'xmlhttprequest-ssl': 'MIT' };

const HEAD = `# Third-party software

This list, made from package-lock.json, names the third-party software in a running Afterhours: packages that run on
the server or in the browser, and the fonts of the pages (\`@fontsource-variable/…\`, SIL Open Font License). It leaves
out packages that are only for development and tests. \`npm run fix\` writes the list.

`;

/** Returns the page that matches the lock file. Throws an Error if a package has no known licence. */
export function makeNotice(): string {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const rows = new Map<string, string>();
  for (const [place, { version, license, dev, link }] of Object.entries(lock.packages)) {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1];
    if (name === undefined || dev || link || version === undefined) continue;
    const licence = license ?? KNOWN[name];
    if (licence === undefined) throw new Error(`${name} ${version} names no licence: look it up, and add it to KNOWN.`);
    rows.set(`${name}@${version}`, `- ${name} ${version}: ${licence}`);
  }
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return `${HEAD}${sorted.join('\n')}\n`;
}

export const readNotice = (): string => readFileSync(FILE, 'utf8');
export const saveNotice = (): void => writeFileSync(FILE, makeNotice());
