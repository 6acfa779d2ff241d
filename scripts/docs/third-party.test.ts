import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../run/run-tool.ts';
import { makeNotice, readNotice } from './third-party.ts';

test('THIRD-PARTY.md lists the packages in the lock file; `npm run fix` writes it', () => {
  expect(readNotice()).toBe(makeNotice());
});

/**
 * Without a checksum, npm installs whatever the registry sends. npm does not download packages for other platforms, so
 * it records their checksums only if the registry's metadata has them: choose versions whose metadata is complete.
 */
test('The lock file has a checksum of every downloaded package, including those for other platforms', () => {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>;
  };
  const downloaded = Object.entries(lock.packages).filter(
    ([place, entry]) => place.includes('node_modules/') && !entry.link,
  );
  expect(downloaded.length).toBeGreaterThan(400);
  expect(downloaded.filter(([, entry]) => !entry.integrity).map(([place]) => place)).toEqual([]);
});
