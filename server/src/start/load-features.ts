import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Feature } from '../http/feature.ts';

const FOLDER = path.resolve(import.meta.dirname, '../features');

/** Loads every routes.ts below features/, so that nothing else has to name it. */
export async function loadFeatures(): Promise<Feature[]> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.basename(name) === 'routes.ts',
  );
  return Promise.all(
    files.map(async (name) => ((await import(path.join(FOLDER, name))) as { default: Feature }).default),
  );
}
