/** THIRD-PARTY.md: the packages and fonts that a running product contains, with their licences, from the lock file. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../run/run-tool.ts';

const FILE = path.join(ROOT, 'THIRD-PARTY.md');

type LockEntry = { version?: string; license?: string; dev?: boolean; link?: boolean };

/** Packages whose own description names no licence, and what their files say. */
const KNOWN: Record<string, string> = { 'png-js': 'MIT', 'xmlhttprequest-ssl': 'MIT' };

const HEAD = `# Third-party software

This list names what a running Afterhours contains besides its own code, as package-lock.json has it: packages that
run on the server or in the browser, and the fonts of the pages (\`@fontsource-variable/…\`, SIL Open Font License).
Packages for development and tests only are left out. \`npm run fix\` writes the list.

`;

/** Throws an Error that names a package without a licence. */
export function writeNotice(): string {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const rows = new Map<string, string>();
  for (const [place, { version, license, dev, link }] of Object.entries(lock.packages)) {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1];
    if (name === undefined || dev || link || version === undefined) continue;
    const held = license ?? KNOWN[name];
    if (held === undefined) throw new Error(`${name} ${version} names no licence: look it up, and add it to KNOWN.`);
    rows.set(`${name}@${version}`, `- ${name} ${version}: ${held}`);
  }
  const sorted = [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  return `${HEAD}${sorted.join('\n')}\n`;
}

export const readNotice = (): string => readFileSync(FILE, 'utf8');
export const saveNotice = (): void => writeFileSync(FILE, writeNotice());
