import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../start-error.ts';

/** The system user that PostgreSQL runs as. */
export type DatabaseUser = { uid: number; gid: number; name: string };

/** System users that may run the database for root, best first. */
const CANDIDATES = ['afterhours', 'nobody'];

/**
 * PostgreSQL does not run as root, so root runs it as another user: the owner of an existing data folder, otherwise a
 * user `afterhours`, otherwise `nobody`. Undefined means the user of this process.
 */
export function chooseDatabaseUser(existingFolder: string): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(existingFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `user ${owner.uid}` };
  const users = readUsers();
  for (const name of CANDIDATES) {
    const user = users.get(name);
    if (user !== undefined) return user;
  }
  throw new StartError(
    'The database does not run as root, and this system has no user "nobody". Start as an ordinary user, or add a ' +
      'system user "afterhours".',
  );
}

/**
 * Throws StartError if the database of a public site would run as `nobody`, because every other service of that user
 * could read its files and connect to it. `home` is its folder.
 */
export function refuseSharedUser(user: DatabaseUser | undefined, home: string): void {
  if (user === undefined || user.uid !== readUsers().get('nobody')?.uid) return;
  throw new StartError(
    `Started by root, the built-in database would run as "nobody", like other services. Give it a user of its own ` +
      `(useradd --system afterhours; chown -R afterhours: ${home}) and start again, or start as an ordinary user.`,
  );
}

function readUsers(): Map<string, DatabaseUser> {
  const users = new Map<string, DatabaseUser>();
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || uid === undefined || gid === undefined || Number(uid) === 0) continue;
    users.set(name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, name });
  }
  return users;
}

/** Returns true if `user` may pass every folder above `target` and read (and enter, or run) the target itself. */
export function canReach(target: string, user: DatabaseUser | undefined): boolean {
  if (user === undefined) return true;
  const real = realpathSync(target);
  if (!allows(statSync(real), user, 0o5)) return false;
  return canEnter(path.dirname(real), user);
}

/** Returns true if `user` may pass `folder` and every folder above it; permission to list them is not needed. */
export function canEnter(folder: string, user: DatabaseUser | undefined): boolean {
  if (user === undefined) return true;
  for (let current = realpathSync(folder); ; current = path.dirname(current)) {
    if (!allows(statSync(current), user, 0o1)) return false;
    if (current === path.dirname(current)) return true;
  }
}

function allows(stats: Stats, user: DatabaseUser, bits: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}
