import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { afterAll, describe, expect, it } from 'vitest';
import { deleteOldFiles, listOldFiles } from './temporary-files.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-tmp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('Received files', () => {
  it('are removed if they are older than an hour, but not while they arrive', async () => {
    for (const name of ['left', 'coming']) writeFileSync(path.join(folder, name), 'lamp');
    const before = new Date(Date.now() - 2 * HOUR_MS);
    utimesSync(path.join(folder, 'left'), before, before);
    expect(await listOldFiles(folder)).toEqual([{ path: path.join(folder, 'left'), bytes: 4 }]);
    expect(await deleteOldFiles(folder)).toBe(1);
    expect(readdirSync(folder)).toEqual(['coming']);
    expect(await deleteOldFiles(path.join(folder, 'nothing'))).toBe(0);
  });
});
