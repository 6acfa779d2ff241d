/**
 * What a restore makes in a data folder is made in `.restoring` inside it and moved into place at the end, so that an
 * empty folder stays empty until then. As long as `.restoring` is there, a restore runs or was cut off: no server starts
 * on the folder, and the next restore clears away what that one has left.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { hasEmbeddedPostgres, removeEmbeddedPostgres } from '#platform/embedded-postgres/attach.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { prepareDataDir } from '#platform/embedded-postgres/location.ts';
import { RESTORING, StartError } from '#platform/start-error.ts';

export type Staging = {
  folder: string;
  /** Moves what was made into the data folder. */
  place(): void;
  /** Takes that back, after a failure. */
  undo(): void;
  /** Removes what was not moved. A database in it must have been stopped. */
  clear(): void;
};

/** What a restore may make; the database is last: with it, all is there. */
const PARTS = ['uploads', 'postgres'] as const;
export type Part = (typeof PARTS)[number];

/** Names the parts that the restore makes: only those are cleared away after it. */
const NOTE = 'parts.json';

const listFolder = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** A restore that was killed may have left its database running. */
async function stopLeftDatabase(folder: string): Promise<void> {
  if (!hasEmbeddedPostgres(folder)) return;
  const left = await startEmbeddedPostgres({ dataDir: folder }).catch((error: unknown) => {
    if (error instanceof StartError && error.message.includes('already runs')) {
      throw new StartError(`A restore into ${path.dirname(folder)} is running. Wait for its end.`, { cause: error });
    }
    // Half made, it does not start, and so does not run.
    return null;
  });
  await left?.stop();
}

function removeParts(folder: string, parts: readonly Part[]): void {
  if (parts.includes('postgres')) removeEmbeddedPostgres(folder);
  if (parts.includes('uploads')) rmSync(path.join(folder, 'uploads'), { recursive: true, force: true });
}

function readNote(folder: string): Part[] {
  const file = path.join(folder, NOTE);
  const noted: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return PARTS.filter((part) => Array.isArray(noted) && noted.includes(part));
}

/** Clears away what a restore that was cut off has made, in its own folder and, if it came that far, in place. */
async function clearLeft(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await stopLeftDatabase(folder);
  removeParts(dataDir, readNote(folder));
  removeParts(folder, PARTS);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * With a database of its own the folder has to be empty altogether; else only what is to be made has to be absent.
 * Throws StartError when it is not.
 */
function requireEmpty(dataDir: string, parts: readonly Part[]): void {
  const harmless = new Set(['lost+found', 'backups']);
  const found = listFolder(dataDir).filter((name) =>
    parts.includes('postgres')
      ? !harmless.has(name)
      : (parts as readonly string[]).includes(name) && listFolder(path.join(dataDir, name)).length > 0,
  );
  if (found.length === 0) return;
  throw new StartError(
    `${dataDir} is not empty: it has ${found.slice(0, 3).join(', ')}. Restore into an empty folder (DATA_DIR); nothing was changed.`,
  );
}

/** Makes the place for a restore of these parts. Throws StartError when the folder is in use. */
export async function prepareStaging(wanted: string, parts: readonly Part[]): Promise<Staging> {
  const isNew = !existsSync(wanted);
  const folder = path.join(wanted, RESTORING);
  await clearLeft(wanted, folder);
  requireEmpty(wanted, parts);
  const dataDir = prepareDataDir(wanted);
  prepareDataDir(folder);
  mkdirSync(path.join(folder, 'uploads'));
  const placed: Part[] = [];
  return {
    folder,
    place() {
      writeFileSync(path.join(folder, NOTE), JSON.stringify(parts), { flush: true });
      for (const part of PARTS.filter((made) => parts.includes(made))) {
        if (part === 'uploads') rmSync(path.join(dataDir, part), { recursive: true, force: true });
        renameSync(path.join(folder, part), path.join(dataDir, part));
        placed.push(part);
      }
    },
    undo: () => removeParts(dataDir, placed),
    clear() {
      removeParts(folder, PARTS);
      rmSync(folder, { recursive: true, force: true });
      if (isNew && listFolder(dataDir).length === 0) rmdirSync(dataDir);
    },
  };
}
