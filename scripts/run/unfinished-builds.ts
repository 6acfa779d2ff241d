import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './stop-when-orphaned.ts';

const PREFIX = 'web-build-';

/** Returns the folder, in `cache`, of a build by this process. */
export const buildFolder = (cache: string): string => path.join(cache, `${PREFIX}${process.pid}`);

/** Deletes what builds have left whose processes were killed. */
export function removeUnfinishedBuilds(cache: string): void {
  for (const name of readdirSync(cache)) {
    if (name.startsWith(PREFIX) && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
      rmSync(path.join(cache, name), { recursive: true, force: true });
  }
}
