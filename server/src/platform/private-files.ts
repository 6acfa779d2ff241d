/**
 * Access rights to files below DATA_DIR: only for the server's own user. If a proxy serves the files (FILES_BY_PROXY),
 * the server's group may read them, too.
 */
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export type FileModes = { folder: number; file: number };

export const PRIVATE: FileModes = { folder: 0o700, file: 0o600 };
const READ_BY_GROUP: FileModes = { folder: 0o750, file: 0o640 };

type Settings = { dataDir: string; filesByProxy: string | null };

/** Returns the modes for stored files and their folders. */
export const storedFileModes = ({ filesByProxy }: Pick<Settings, 'filesByProxy'>): FileModes =>
  filesByProxy === null ? PRIVATE : READ_BY_GROUP;

const modeOf = async (file: string): Promise<number | null> =>
  stat(file).then(
    (found) => found.mode & 0o777,
    () => null,
  );

/**
 * Gives a folder and everything below it these modes, unless the folder has them already; does nothing if it does not
 * exist.
 */
async function setModes(folder: string, modes: FileModes): Promise<void> {
  const mode = await modeOf(folder);
  if (mode === null || mode === modes.folder) return;
  // The folder is closed first, so that nobody else can reach its content while it changes.
  await chmod(folder, mode & modes.folder);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) await setModes(inside, modes);
    else if (entry.isFile()) await chmod(inside, modes.file);
  }
  await chmod(folder, modes.folder);
}

/**
 * Makes the process create private files from now on, and closes those of an earlier version to others. Others may
 * still pass through root's data folder, because the database's user has to.
 */
export async function protectFiles(settings: Settings): Promise<void> {
  const { dataDir } = settings;
  const stored = storedFileModes(settings);
  process.umask(stored === PRIVATE ? 0o077 : 0o027);
  await mkdir(dataDir, { recursive: true });
  const passed = process.getuid?.() === 0 ? 0o711 : stored === PRIVATE ? 0o700 : 0o710;
  await chmod(dataDir, passed);
  for (const name of ['tmp', 'outbox']) await setModes(path.join(dataDir, name), PRIVATE);
  const uploads = path.join(dataDir, 'uploads');
  for (const entry of await readdir(uploads).catch(() => [])) await setModes(path.join(uploads, entry), stored);
  await setModes(uploads, stored);
}
