import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack as createPack } from 'tar-stream';
import { errorCode } from '#db/error-code.ts';
import { createDigest, END, type Summary } from './format.ts';

export type ArchiveWriter = {
  add(name: string, bytes: Buffer): Promise<void>;
  /** `size` must be exact: it is written before the bytes. */
  addStream(name: string, size: number, stream: Readable): Promise<void>;
  /** Writes the end, flushes, and renames the archive to its final name. Returns its size. */
  finish(summary: Omit<Summary, 'digest'>): Promise<number>;
  /** Deletes the unfinished archive. */
  abandon(): Promise<void>;
};

/** The open archive: a tar stream into a file beside the final one. */
function openPack(partFile: string) {
  const pack = createPack();
  const target = createWriteStream(partFile, { flush: true });
  const written = pipeline(pack, target);
  let broken: unknown;
  written.catch((error: unknown) => (broken = error));
  return {
    pack,
    target,
    written,
    /** Ends the archive after a failure; returns the disk's error if there was one, and otherwise the given error. */
    findCause: async (error: unknown): Promise<unknown> => {
      pack.destroy();
      await written.catch(() => undefined);
      const code = errorCode(broken);
      return code === undefined || code === 'ERR_STREAM_PREMATURE_CLOSE' ? error : broken;
    },
  };
}

function hashThrough(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

async function flushFolder(file: string): Promise<void> {
  const folder = await open(path.dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

/** Creates an archive beside its final name, readable only by its owner. Throws if it cannot be created there. */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const partFile = `${file}.part`;
  await (await open(partFile, 'w', 0o600)).close();
  const { pack, target, written, findCause } = openPack(partFile);
  const digest = createDigest();

  async function addStream(name: string, size: number, stream: Readable): Promise<void> {
    const hash = createHash('sha256');
    try {
      await pipeline(stream, hashThrough(hash), pack.entry({ name, size, mode: 0o600, mtime: new Date() }));
    } catch (error) {
      stream.destroy();
      throw await findCause(error);
    }
    digest.add(name, hash.digest('hex'));
  }
  const add = (name: string, bytes: Buffer) => addStream(name, bytes.length, Readable.from([bytes]));
  return {
    add,
    addStream,
    async finish(summary) {
      await add(END, Buffer.from(JSON.stringify({ ...summary, digest: digest.end() })));
      pack.finalize();
      await written;
      await rename(partFile, file);
      await flushFolder(file);
      return target.bytesWritten;
    },
    async abandon() {
      pack.destroy();
      await written.catch(() => undefined);
      await rm(partFile, { force: true });
    },
  };
}
