import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildFolder, removeUnfinishedBuilds } from './unfinished-builds.ts';

it('Builds of killed processes are removed, and nothing else', () => {
  const cache = mkdtempSync(path.join(os.tmpdir(), 'builds-'));
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = [`web-build-${pid}`, `web-build-${pid}-landing`, `web-build-${pid}-old`];
  for (const name of ['test', ...left]) mkdirSync(path.join(cache, name, 'assets'), { recursive: true });
  mkdirSync(buildFolder(cache));
  removeUnfinishedBuilds(cache);
  expect(readdirSync(cache).toSorted()).toEqual(['test', path.basename(buildFolder(cache))]);
  rmSync(cache, { recursive: true });
});
