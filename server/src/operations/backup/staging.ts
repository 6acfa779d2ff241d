/**
 * A restore creates its files in `.restoring` inside the data folder and moves them into place at the end, so that an
 * empty folder stays empty until then. While `.restoring` exists, a restore is running or was interrupted: no server
 * starts on the folder, and the next restore deletes its leftovers.
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
import { FolderInUseError } from '#platform/embedded-postgres/instance-lock.ts';
import { prepareDataDir } from '#platform/embedded-postgres/location.ts';
import { PRIVATE } from '#platform/private-files.ts';
import { KEY_FILE } from '#platform/secrets/key-file.ts';
import { RESTORING, StartError } from '#platform/start-error.ts';

export type Staging = {
  folder: string;
  /** Moves the restored parts into the data folder. */
  place(): void;
  /** Removes the moved parts after a failure. */
  undo(): void;
  /** Deletes whatever was not moved. A database in it must have been stopped. */
  clear(): void;
};

/** The parts of a restore. The database comes last: once it is in place, everything is. */
const PARTS = ['uploads', 'postgres'] as const;
export type Part = (typeof PARTS)[number];

/** Lists the parts of this restore: only those are deleted after an interruption. */
const NOTE = 'parts.json';

const listFolder = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Stops the database that a killed restore may have left running. */
async function stopLeftoverDatabase(folder: string): Promise<void> {
  if (!hasEmbeddedPostgres(folder)) return;
  const left = await startEmbeddedPostgres({ dataDir: folder }).catch((error: unknown) => {
    if (error instanceof FolderInUseError) {
      throw new StartError(`A restore into ${path.dirname(folder)} is running. Wait until it has finished.`, {
        cause: error,
      });
    }
    // A half-created database does not start, so it is not running.
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

/** Deletes the leftovers of an interrupted restore, in its own folder and, if it got that far, in place. */
async function clearLeftovers(dataDir: string, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await stopLeftoverDatabase(folder);
  removeParts(dataDir, readNote(folder));
  removeParts(folder, PARTS);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * With the built-in database, the folder must be empty, except for the key of the secrets, which no backup contains;
 * otherwise, only the restored parts must be missing. Throws StartError if they are not.
 */
function requireEmpty(dataDir: string, parts: readonly Part[]): void {
  const harmless = new Set(['lost+found', 'backups', KEY_FILE]);
  const found = listFolder(dataDir).filter((name) =>
    parts.includes('postgres')
      ? !harmless.has(name)
      : (parts as readonly string[]).includes(name) && listFolder(path.join(dataDir, name)).length > 0,
  );
  if (found.length === 0) return;
  throw new StartError(
    `${dataDir} is not empty: it has ${found.slice(0, 3).join(', ')}. Restore into an empty folder (DATA_DIR); ` +
      `nothing was changed.`,
  );
}

/** Prepares a restore of these parts. Throws StartError if the folder is in use. */
export async function prepareStaging(wanted: string, parts: readonly Part[]): Promise<Staging> {
  const isNew = !existsSync(wanted);
  const folder = path.join(wanted, RESTORING);
  await clearLeftovers(wanted, folder);
  requireEmpty(wanted, parts);
  const dataDir = prepareDataDir(wanted);
  prepareDataDir(folder);
  mkdirSync(path.join(folder, 'uploads'), { mode: PRIVATE.folder });
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
