/** The product as people start it: the command itself, on a data folder of its own and a free port of loopback. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { findFreePort } from '../../server/src/testing/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 60_000;
/** The variable that names the folder of `makeFirstFolder` to the workers. */
const FIRST_FOLDER = 'FIRST_DATA_FOLDER';

export type Product = {
  origin: string;
  /** Returns the text of the newest mail to an address that matches `pattern`; waits until it exists. */
  mailTo(address: string, pattern: RegExp): Promise<RegExpExecArray>;
  /** Returns the token of the link to become the first owner, which the start prints. */
  ownerToken(): Promise<string>;
  stop(): Promise<void>;
};

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => {
      child.kill();
      reject(new Error(`the server did not start in time:\n${said}`));
    }, START_LIMIT_MS);
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (!/ is ready: /.test(said)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
}

// Quoted-printable breaks lines and writes = as =3D; the rest of what tests search for is unchanged.
const readable = (mail: string): string => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');

function makeDataDir(): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'afterhours-e2e-'));
  // The database of root runs as another user, who needs access to the folder; else its files are elsewhere.
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/** The product at work on a data folder. `env` is merged into the environment it starts with. */
async function run(dataDir: string, env: Record<string, string>) {
  const port = await findFreePort();
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/bootstrap.mjs'), 'start', '--empty'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      METRICS_PORT: '0',
      LOG_LEVEL: 'error',
      SIGN_UPS_PER_HOUR: '0',
      // Requests that a worker answers cannot be held or cut by a test; `installed-app.spec.ts` and
      // `app-releases.spec.ts` have it on.
      SERVICE_WORKER: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await untilReady(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    printed: () => printed,
    async stop(): Promise<void> {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Before all journeys: starts the product on an empty folder, as people do, and stops it. The other products begin with
 * copies of that folder: making a database takes longer than all else in a start.
 */
export default async function makeFirstFolder(): Promise<() => void> {
  const dataDir = makeDataDir();
  await (await run(dataDir, {})).stop();
  process.env[FIRST_FOLDER] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}

/** Starts one of its own for a test. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = makeDataDir();
  // With owners: the database's files are not this process's.
  execFileSync('cp', ['-a', `${process.env[FIRST_FOLDER]}/.`, dataDir]);
  const product = await run(dataDir, env);
  const outbox = path.join(dataDir, 'outbox');
  const findMail = (address: string, pattern: RegExp): RegExpExecArray | null => {
    if (!existsSync(outbox)) return null;
    const files = readdirSync(outbox, { withFileTypes: true }).filter((file) => file.name.endsWith('.eml'));
    for (const { name } of files.sort((a, b) => (a.name < b.name ? 1 : -1))) {
      const mail = readable(readFileSync(path.join(outbox, name), 'utf8'));
      const match = mail.includes(`To: ${address}`) ? pattern.exec(mail) : null;
      if (match) return match;
    }
    return null;
  };
  return {
    origin: product.origin,
    async ownerToken() {
      await expect.poll(product.printed, { message: 'link to become the owner' }).toMatch(/\/owner#\S+/);
      return /\/owner#(\S+)/.exec(product.printed())?.[1] ?? '';
    },
    async mailTo(address, pattern) {
      await expect.poll(() => findMail(address, pattern) !== null, { message: `mail to ${address}` }).toBe(true);
      const match = findMail(address, pattern);
      if (!match) throw new Error(`mail to ${address} is gone`);
      return match;
    },
    stop: async () => {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
