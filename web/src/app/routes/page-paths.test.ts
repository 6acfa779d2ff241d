import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pagePaths } from '@afterhours/contract/pages';
import { expect, it } from 'vitest';

it('The contract lists exactly the paths that the application routes', () => {
  const routed = ['routes.tsx', 'member-routes.tsx'].flatMap((file) =>
    [...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/<Route\s+path="([^"]+)"/g)].map(
      // Route paths cannot begin with fixed characters.
      (match) => (match[1] === '/:handle' ? '/@:username' : (match[1] ?? '')),
    ),
  );
  const pages = routed.filter((route) => route !== '*' && !route.startsWith('/dev/'));
  expect(pages.toSorted()).toEqual([...pagePaths].toSorted());
});
