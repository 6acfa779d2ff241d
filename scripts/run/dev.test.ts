import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findFreePort } from '../../server/src/testing/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

it('`npm run dev` on an empty data folder makes the demo community and serves it', { timeout: 120_000 }, async () => {
  const port = await findFreePort();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-dev-'));
  folders.push(folder);
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/commands/dev.ts')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: path.join(folder, 'data'), METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let said = '';
  const ready = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      // Two processes say so, in either order.
      const isReady = said.includes(' is ready for development') && said.includes('Sign in as');
      if (isReady || said.includes('Failed running')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  try {
    const ended: unknown = await Promise.race([ready, exited]);
    expect(ended, `it ended (code, signal) after saying: ${said}`).toBeUndefined();
    expect(said).toContain('is ready for development');
    const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: /Sign in as[^:]*: (\S+)/.exec(said)?.[1],
        password: /password: (\S+)/.exec(said)?.[1],
      }),
    });
    expect(answer.status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
});
