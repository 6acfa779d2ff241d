/** Starts the product as people do: with the start command, on a new data folder and a free loopback port. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { Pool } from 'pg';
import { findFreePort } from '../../server/src/testing/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_LIMIT_MS = 60_000;
/** The environment variable through which workers learn the folder that `makeFirstFolder` made. */
const FIRST_FOLDER = 'FIRST_DATA_FOLDER';

export type Product = {
  origin: string;
  /** Returns the match of `pattern` in the newest mail to an address that contains one. Waits for such a mail. */
  mailTo(address: string, pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends a statement to the product's database and returns the rows. */
  query: <Row extends object>(text: string, values: unknown[]) => Promise<Row[]>;
  /** Returns the token of the link for the first owner, which the server prints when it starts. */
  ownerToken(): Promise<string>;
  stop(): Promise<void>;
};

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => {
      child.kill();
      reject(new Error(`the server did not start in time:\n${output}`));
    }, START_LIMIT_MS);
    const onOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      if (!/ is ready: /.test(output)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)));
  });
}

// Quoted-printable breaks lines and encodes = as =3D. It leaves everything else that tests search for unchanged.
const decodeMail = (mail: string): string => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '=');

function makeDataDir(): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'afterhours-e2e-'));
  // For root, the database runs as another user, who needs access to the folder. Otherwise it stores files elsewhere.
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/** Runs the product on a data folder, with `env` added to the environment. */
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
      // A test cannot delay or abort requests that the service worker handles. `installed-app.spec.ts` and
      // `app-releases.spec.ts` turn it on.
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
 * Runs before all journeys: starts the product on an empty folder, as people do, and stops it. The other products start
 * on copies of that folder, because creating a database takes longer than the rest of a start. Returns the cleanup.
 */
export default async function makeFirstFolder(): Promise<() => void> {
  const dataDir = makeDataDir();
  await (await run(dataDir, {})).stop();
  process.env[FIRST_FOLDER] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}

/** Returns how to send statements to a running product's database. The first one connects. */
function connectOnce(dataDir: string) {
  let connecting: Promise<Pool> | undefined;
  const connect = async (): Promise<Pool> => {
    // Loaded here because Playwright loads this file in the process that only lists the tests, too.
    const { findRunningPostgres } = await import('../../server/src/platform/embedded-postgres/attach.ts');
    const address = await findRunningPostgres(dataDir);
    if (!address) throw new Error('the database is not running');
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({ ...address, ssl: false, max: 1, idleTimeoutMillis: 0 });
    // A product that stops may end the connection before it has ended here.
    pool.on('error', () => undefined);
    return pool;
  };
  return {
    query: async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
      connecting ??= connect();
      return (await (await connecting).query<Row>(text, values)).rows;
    },
    disconnect: async () => (await connecting)?.end(),
  };
}

/** Starts a product on a copy of the first folder. `stop` also deletes the copy. */
export async function startProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = makeDataDir();
  // With `-a`, because the owners of the files have to be kept: another user may own the database's files.
  execFileSync('cp', ['-a', `${process.env[FIRST_FOLDER]}/.`, dataDir]);
  const product = await run(dataDir, env);
  const { query, disconnect } = connectOnce(dataDir);
  const outbox = path.join(dataDir, 'outbox');
  const findMail = (address: string, pattern: RegExp): RegExpExecArray | null => {
    if (!existsSync(outbox)) return null;
    const files = readdirSync(outbox, { withFileTypes: true }).filter((file) => file.name.endsWith('.eml'));
    for (const { name } of files.sort((a, b) => (a.name < b.name ? 1 : -1))) {
      const mail = decodeMail(readFileSync(path.join(outbox, name), 'utf8'));
      const match = mail.includes(`To: ${address}`) ? pattern.exec(mail) : null;
      if (match) return match;
    }
    return null;
  };
  return {
    origin: product.origin,
    query,
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
      await disconnect();
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
