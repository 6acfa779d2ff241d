import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of the product. */
export const VERSION = (
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../package.json'), 'utf8')) as { version: string }
).version;
