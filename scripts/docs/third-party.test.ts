import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../run/run-tool.ts';
import { readNotice, writeNotice } from './third-party.ts';

test('THIRD-PARTY.md names what the lock file holds; `npm run fix` writes it', () => {
  expect(readNotice()).toBe(writeNotice());
});

/**
 * Without a checksum npm installs whatever the registry sends. Packages for other platforms are not downloaded here, so
 * npm writes their checksums only if the registry describes them: choose versions that it describes for all platforms.
 */
test('The lock file holds a checksum of every package that is downloaded, other platforms included', () => {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  const downloaded = Object.entries(lock.packages).filter(([at, entry]) => at.includes('node_modules/') && !entry.link);
  expect(downloaded.length).toBeGreaterThan(400);
  expect(downloaded.filter(([, entry]) => !entry.integrity).map(([at]) => at)).toEqual([]);
});
