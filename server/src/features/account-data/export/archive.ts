/** Streams a member's data as a ZIP that is created while it is sent: no list and no file is in memory as a whole. */
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { readEntries, selectFileKeys } from './part-queries.ts';
import { exportParts } from './parts.ts';
import { readmeTexts } from './texts.ts';

function describe(appName: string, at: Date): string {
  const parts = exportParts.map(({ file, about }) => `  ${file}: ${english(about)}`);
  return [
    english(readmeTexts.title, { app: appName, time: at.toISOString() }),
    '',
    english(readmeTexts.form),
    ...parts,
    `  files/: ${english(readmeTexts.files)}`,
    '',
    english(readmeTexts.leftOut),
    '',
  ].join('\n');
}

/** Yields the text of several entries at once, because each by itself takes four times as long. */
async function* toJson(batches: AsyncGenerator<unknown[]>): AsyncGenerator<string> {
  let first = true;
  for await (const entries of batches) {
    yield `${first ? '[\n' : ',\n'}${entries.map((entry) => JSON.stringify(entry)).join(',\n')}`;
    first = false;
  }
  yield first ? '[]\n' : '\n]\n';
}

/** Returns the ZIP's stream. It fails if a part cannot be loaded; destroying it stops the work. */
export async function createExport(services: Services, userId: string): Promise<Readable> {
  const { db, storage, community } = services;
  const zip = new ZipFile();
  const output = new PassThrough();
  /** The file that is open, closed when the client disconnects. */
  let reading: Readable | undefined;
  output.once('close', () => reading?.destroy());
  const fail = (error: unknown): void =>
    void output.destroy(error instanceof Error ? error : new Error('export failed'));
  zip.on('error', fail);
  zip.outputStream.on('error', fail).pipe(output);
  zip.addBuffer(Buffer.from(describe(community.name(), new Date())), 'README.txt');
  for (const part of exportParts) {
    zip.addReadStreamLazy(part.file, (open) =>
      open(null, Readable.from(toJson(readEntries(db, part, userId))).on('error', fail)),
    );
  }
  for (const key of await selectFileKeys(db, userId)) {
    zip.addReadStreamLazy(`files/${key}`, { compress: false }, (open) => {
      storage.read(key).then((object) => {
        reading = object?.stream.on('error', fail);
        if (output.destroyed) reading?.destroy();
        else open(null, reading ?? Readable.from([]));
      }, fail);
    });
  }
  zip.end();
  return output;
}
