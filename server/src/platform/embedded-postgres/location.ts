/**
 * Decides where the database's files are: normally in `<dataDir>/postgres`. If root starts the server in a folder that
 * only root may enter, the database's own user could not reach them there. They are then in `/var/lib/afterhours/<id>`,
 * and `<dataDir>/postgres` is a link to them. Only the link counts, so a moved checkout finds its data again; a file
 * `owner` beside the folder distinguishes a moved checkout from a copied one, which gets a new database.
 */
import { hash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorCode } from '#db/error-code.ts';
import { StartError } from '../start-error.ts';
import { canEnter, chooseDatabaseUser, type DatabaseUser } from './database-user.ts';

export type Location = { home: string; user: DatabaseUser | undefined };

export const ROOT_STORE = '/var/lib/afterhours';
/** The kernel's field for a socket's path has 107 bytes (103 on macOS), and includes the socket's name. */
const SOCKET_PATH_BYTES = 103;
const SOCKET_NAME = '/.s.PGSQL.5432';

/**
 * Creates the data folder if it is missing and returns its real path. The folder is private, except that others may
 * pass through root's.
 */
export function prepareDataDir(dataDir: string): string {
  if (process.getuid?.() !== 0) makeFolder(dataDir, 0o700);
  else if (!existsSync(dataDir)) makePassable(dataDir);
  return realpathSync(dataDir);
}

/** Creates a folder for root that others may pass through but not list, whatever the umask. */
function makePassable(folder: string): void {
  makeFolder(folder, 0o755);
  chmodSync(folder, 0o711);
}

/** Creates a folder and its parents. The `recursive` option would retry for ever if the system responds with ENOENT. */
function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder) && lstatSync(realpathSync(folder)).isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new StartError(`The folder ${folder} cannot be created. Set DATA_DIR to another folder.`, { cause: error });
  }
}

/**
 * Creates, if missing, root's folder for files that the database's user could not reach in the checkout, and returns
 * it.
 */
export function prepareRootStore(): string {
  makePassable(ROOT_STORE);
  return ROOT_STORE;
}

/** Returns the folder for the database's files, created if missing, with mode 0700 and owned by the database's user. */
export function locateHome(dataDir: string): Location {
  const inside = path.join(dataDir, 'postgres');
  const user = chooseDatabaseUser(inside);
  // A database that is outside stays there when the folder can be entered later on: a start of the server allows that.
  const home = isOutside(inside, user) || !canEnter(dataDir, user) ? locateOutside(dataDir, inside) : inside;
  makePrivate(home, user);
  return { home, user };
}

/** Returns true if `link` is a link to root's folder for a database. */
function isOutside(link: string, user: DatabaseUser | undefined): boolean {
  const home = readLink(link);
  return user !== undefined && home !== undefined && existsSync(ownerFile(home));
}

function locateOutside(dataDir: string, link: string): string {
  const known = readLink(link);
  if (known !== undefined && belongsTo(known, dataDir)) {
    writeFileSync(ownerFile(known), dataDir);
    return known;
  }
  const home = path.join(prepareRootStore(), randomBytes(8).toString('hex'), 'postgres');
  makePassable(path.dirname(home));
  writeFileSync(ownerFile(home), dataDir);
  const fresh = `${link}.${process.pid}`;
  rmSync(fresh, { force: true });
  symlinkSync(home, fresh);
  renameSync(fresh, link);
  return home;
}

/** Beside the database's folder, not in it: root writes nothing where the database's user could plant a link. */
function ownerFile(home: string): string {
  return path.join(path.dirname(home), 'owner');
}

/** Returns true if the folder was created for this data folder, or for one that has since been moved here. */
function belongsTo(home: string, dataDir: string): boolean {
  const owner = readText(ownerFile(home));
  if (owner === undefined) return false;
  return owner === dataDir || readLink(path.join(owner, 'postgres')) !== home;
}

function readLink(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Creates a folder that only the database's user (and root) may enter. Throws StartError if it is another user's. */
function makePrivate(folder: string, user: DatabaseUser | undefined): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const stats = lstatSync(folder);
  const self = process.getuid?.() ?? stats.uid;
  const mine = stats.uid === self || stats.uid === user?.uid;
  if (!stats.isDirectory() || !mine) {
    throw new StartError(
      `${folder} belongs to another user. Start as that user, or set DATA_DIR to a folder of your own.`,
    );
  }
  if ((stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
  if (user !== undefined) lchownSync(folder, user.uid, user.gid);
}

/** Returns the Unix socket's folder: beside the data, or a short private one if that path is too long for a socket. */
export function locateSocketFolder(home: string, user: DatabaseUser | undefined): string {
  const name = `afterhours-${hash('sha256', home, 'hex').slice(0, 16)}`;
  const options = [path.join(home, 'run'), path.join(os.tmpdir(), name), path.join('/tmp', name)];
  const folder = options.find(
    (option) =>
      Buffer.byteLength(option + SOCKET_NAME) <= SOCKET_PATH_BYTES &&
      (option.startsWith(home) || canEnter(path.dirname(option), user)),
  );
  if (folder === undefined) {
    throw new StartError(`The path ${home} is too long for a socket. Set DATA_DIR to a shorter one.`);
  }
  makePrivate(folder, user);
  return folder;
}
