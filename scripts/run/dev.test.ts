import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeDataDir } from '../../server/src/testing/files/data-dir.ts';
import { findFreePort } from '../../server/src/testing/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

it('`npm run dev` creates the demo community in an empty data folder and serves it', async () => {
  const port = await findFreePort();
  const folder = makeDataDir('dev');
  folders.push(folder);
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/commands/dev.ts')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: path.join(folder, 'data'), METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  const ready = new Promise<void>((resolve) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      // Two processes print these lines, in either order.
      const isReady = output.includes(' is ready for development') && output.includes('Sign in as');
      if (isReady || output.includes('Failed running')) resolve();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
  });
  try {
    const exit: unknown = await Promise.race([ready, exited]);
    expect(exit, `it exited (code, signal) with the output: ${output}`).toBeUndefined();
    expect(output).toContain('is ready for development');
    const response = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: /Sign in as[^:]*: (\S+)/.exec(output)?.[1],
        password: /password: (\S+)/.exec(output)?.[1],
      }),
    });
    expect(response.status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
});
