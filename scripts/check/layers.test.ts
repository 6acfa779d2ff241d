import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircle, readImports } from './layers.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('Imports between folders', () => {
  for (const workspace of ['server', 'web']) {
    it(`make no circle in ${workspace}, types included`, () => {
      const imports = readImports(path.join(ROOT, workspace, 'src'));
      expect(imports.length).toBeGreaterThan(500);
      expect(findCircle(imports)).toBeNull();
    });
  }

  it('that make a circle are named, with the files', () => {
    const imports = [
      { from: 'features/posts/routes.ts', to: 'db/pool.ts' },
      { from: 'features/posts/views.ts', to: 'features/likes/views.ts' },
      { from: 'features/likes/views.ts', to: 'features/people/views.ts' },
      { from: 'features/people/loaders.ts', to: 'features/posts/loaders.ts' },
    ];
    expect(findCircle(imports)).toEqual(imports.slice(1));
    expect(findCircle(imports.slice(0, 3))).toBeNull();
  });

  it('of files in `src` itself put folders together and count for none', () => {
    expect(
      findCircle([
        { from: 'services.ts', to: 'http/bind.ts' },
        { from: 'http/bind.ts', to: 'services.ts' },
      ]),
    ).toBeNull();
  });
});
