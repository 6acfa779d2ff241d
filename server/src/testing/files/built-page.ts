import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = '<!doctype html><html><head><title>Afterhours</title></head><body><div id="root"></div></body></html>';

/** Adds a built application of one page to a data folder, so that the server serves pages. */
export function addBuiltPage(dataDir: string, page = PAGE): void {
  mkdirSync(path.join(dataDir, 'web'));
  writeFileSync(path.join(dataDir, 'web/index.html'), page);
}
