import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCycle, readImports } from './layers.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

describe('The check of layers', () => {
  for (const workspace of ['server', 'web']) {
    it(`finds no import cycle between the folders of ${workspace}, type imports included`, () => {
      const imports = readImports(path.join(ROOT, workspace, 'src'));
      expect(imports.length).toBeGreaterThan(500);
      expect(findCycle(imports)).toBeNull();
    });
  }

  it('reports the imports that form a cycle', () => {
    const imports = [
      { from: 'features/posts/routes.ts', to: 'db/pool.ts' },
      { from: 'features/posts/views.ts', to: 'features/likes/views.ts' },
      { from: 'features/likes/views.ts', to: 'features/people/views.ts' },
      { from: 'features/people/loaders.ts', to: 'features/posts/loaders.ts' },
    ];
    expect(findCycle(imports)).toEqual(imports.slice(1));
    expect(findCycle(imports.slice(0, 3))).toBeNull();
  });

  it('ignores the files in `src` itself, which connect the folders', () => {
    expect(
      findCycle([
        { from: 'services.ts', to: 'http/bind.ts' },
        { from: 'http/bind.ts', to: 'services.ts' },
      ]),
    ).toBeNull();
  });
});
