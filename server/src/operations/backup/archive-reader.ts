import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { type Extract, extract } from 'tar-stream';
import { errorCode } from '#db/error-code.ts';
import { StartError } from '#platform/start-error.ts';
import {
  createDigest,
  END,
  MANIFEST,
  type Manifest,
  manifest,
  readEntryName,
  type Summary,
  summary,
} from './format.ts';

type Entry = Extract extends AsyncIterable<infer E> ? E : never;

const JSON_LIMIT = 4 * 1024 * 1024;

export const damaged = (file: string, why: string): StartError =>
  new StartError(`${file} is damaged or incomplete: ${why}. Nothing was restored; use another backup.`);

/** Yields the entries of an archive one after the other; each must be read to its end. */
export async function* readEntries(file: string): AsyncGenerator<Entry> {
  const entries = extract();
  const source = createReadStream(file);
  source.on('error', (error) => entries.destroy(error));
  source.pipe(entries);
  try {
    yield* entries;
  } finally {
    source.destroy();
  }
}

async function readJson(entry: Entry): Promise<unknown> {
  if ((entry.header.size ?? 0) > JSON_LIMIT) throw new Error(`${entry.header.name} is too long`);
  return JSON.parse((await buffer(entry)).toString()) as unknown;
}

async function readHash(entry: Entry): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of entry) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Returns the manifest, which is the first entry. Throws StartError if the file is not a backup, or has another format.
 */
async function readManifest(file: string): Promise<Manifest> {
  for await (const entry of readEntries(file)) {
    if (entry.header.name !== MANIFEST) break;
    const parsed = manifest.safeParse(await readJson(entry));
    if (parsed.success) return parsed.data;
    throw new StartError(
      `${file} was created by another version of Afterhours. Restore it with that version, or a newer one.`,
    );
  }
  throw new StartError(`${file} is not an Afterhours backup.`);
}

/** Reads the full archive and returns its summary. Throws StartError unless every byte is as written. */
export async function verifyArchive(file: string): Promise<{ manifest: Manifest; summary: Summary }> {
  const first = await readManifest(file).catch((error: unknown) => {
    if (error instanceof StartError) throw error;
    const code = errorCode(error);
    if (code !== undefined)
      throw new StartError(`Cannot read ${file} (${code}). Make it readable for the user that runs this command.`, {
        cause: error,
      });
    throw new StartError(`${file} is not an Afterhours backup, or is damaged: ${(error as Error).message}.`, {
      cause: error,
    });
  });
  const digest = createDigest();
  let end: Summary | undefined;
  try {
    for await (const entry of readEntries(file)) {
      const { name } = entry.header;
      if (end) throw new Error('something follows the end');
      if (name === END) end = summary.parse(await readJson(entry));
      else if (name === MANIFEST || readEntryName(name)) digest.add(name, await readHash(entry));
      else throw new Error(`it contains ${name}, which no backup does`);
    }
  } catch (error) {
    throw damaged(file, error instanceof Error ? error.message.toLowerCase() : 'it cannot be read');
  }
  if (!end) throw damaged(file, 'its end is missing');
  if (end.digest !== digest.end()) throw damaged(file, 'its checksum is wrong');
  return { manifest: first, summary: end };
}
