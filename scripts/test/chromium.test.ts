import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findChromium } from './chromium.ts';

test('findChromium prefers the headless shell to any other browser, whatever their order in PATH', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-browsers-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const programs = ['first/chromium', 'second/chromium-headless-shell'].map((name) => path.join(folder, name));
  for (const program of programs) {
    mkdirSync(path.dirname(program));
    writeFileSync(program, '', { mode: 0o755 });
  }
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PATH', programs.map((program) => path.dirname(program)).join(path.delimiter));
  expect(await findChromium(() => undefined)).toBe(programs[1]);
});
