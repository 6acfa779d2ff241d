import { chmodSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Creates a data folder for a built-in database and returns its path. If root runs the tests, the database runs as
 * another user, who needs access to the folder: otherwise its files are elsewhere, and stay after the test.
 */
export function makeDataDir(name: string): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), `afterhours-${name}-`));
  chmodSync(dataDir, 0o711);
  return dataDir;
}
