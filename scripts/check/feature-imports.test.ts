import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ROOT } from '../run/run-tool.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'afterhours-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the imports that the linter rejects in a file of the server's feature `likes`. */
function rejected(imports: readonly string[]): string[] {
  cpSync(path.join(ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  const feature = path.join(folder, 'server/src/features/likes');
  mkdirSync(feature, { recursive: true });
  writeFileSync(path.join(feature, 'commands.ts'), imports.map((from) => `import '${from}';\n`).join(''));
  const linter = path.join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(linter, ['--format', 'unix', 'server'], { cwd: folder, encoding: 'utf8' });
  return imports.filter((from) => stdout.includes(`'${from}' import is restricted`));
}

it('A feature of the server can import only the loaders, views and events of another', () => {
  const allowed = ['loaders', 'views', 'events'].map((file) => `#features/posts/${file}.ts`);
  const others = ['#features/posts/queries.ts', '#features/posts/write/publish.ts', '#features/posts/write/loaders.ts'];
  expect(rejected([...allowed, ...others])).toEqual(others);
});
