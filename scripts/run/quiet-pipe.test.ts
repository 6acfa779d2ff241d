import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-pipe-'));
// If root runs the bench, its database runs as another user.
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));

it('A bench whose output is no longer read stops its database and removes it', async () => {
  const bench = spawn(process.execPath, [path.join(ROOT, 'scripts/commands/bench.ts'), 'plans', '--posts=60'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  bench.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exited = once(bench, 'exit');
  await once(bench.stdout, 'data');
  bench.stdout.destroy();
  expect(await exited).toEqual([130, null]);
  expect(errors).toBe('');
  expect(readdirSync(folder)).toEqual([]);
});
