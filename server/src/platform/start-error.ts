import { existsSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '#db/error-code.ts';

/**
 * Something outside the program prevents it from starting (a folder, a port, a setting, the disk). The message is one
 * line with instructions for the person at the terminal; no stack trace is shown.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Node.js reports a new folder inside a read-only file system as ENOENT. */
const isReadOnly = (error: unknown, code: string | undefined): boolean =>
  code === 'EROFS' || (code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'mkdir');

/** Runs a step that uses `folder`; file system errors become a StartError that names the folder and the remedy. */
export async function explainFolder<T>(
  folder: string,
  step: () => T | Promise<T>,
  otherwise = 'set DATA_DIR to another folder',
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES' || code === 'EPERM' || isReadOnly(error, code)) {
      throw new StartError(`Cannot write to ${folder}. Make it writable for this user, or ${otherwise}.`, {
        cause: error,
      });
    }
    if (code === 'ENOSPC' || code === 'EDQUOT') throw diskFull(folder, error);
    if (code === 'ENOTDIR' || code === 'EEXIST') {
      throw new StartError(`${folder} is not a folder. Remove it, or ${otherwise}.`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** Returns the error for a full disk below `folder`. */
export function diskFull(folder: string, cause?: unknown): StartError {
  return new StartError(`The disk that holds ${folder} is full. Free some space and start again.`, { cause });
}

/** A folder inside the data folder that exists while a restore fills it. */
export const RESTORING = '.restoring';

/** Throws StartError while a restore fills the data folder, or after one was interrupted. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(path.join(dataDir, RESTORING))) return;
  throw new StartError(
    `A restore into ${dataDir} is running, or was interrupted. Wait for it, or restore again: npm run restore -- FILE`,
  );
}
