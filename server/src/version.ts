import { readFileSync } from 'node:fs';
import path from 'node:path';

const manifest = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};

/** The version of the product. */
export const VERSION = manifest.version;

/** The oldest version of Node without known vulnerabilities. */
export const OLDEST_NODE = manifest.engines.node.replace('>=', '');
