import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|txt|webmanifest)$/;
const MIN_BYTES = 1_024;

/** Writes `.br` and `.gz` files beside each text file of a build, so that requests need no compression. */
export function precompress(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile() && TEXT.test(entry.name))) {
    const target = path.join(file.parentPath, file.name);
    const content = readFileSync(target);
    if (content.length < MIN_BYTES || target.includes(`${path.sep}.vite${path.sep}`)) continue;
    writeFileSync(`${target}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${target}.gz`, gzipSync(content, { level: 9 }));
  }
}
