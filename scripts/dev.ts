import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../server/src/platform/start-error.ts';
import { reportFailure } from './report-failure.ts';
import { ROOT } from './run-tool.ts';
import { stopWhenOrphaned } from './stop-when-orphaned.ts';

const HOST = process.env['HOST'] ?? '127.0.0.1';
const PORT = Number(process.env['PORT'] ?? 3000);
const READY_POLL_MS = 100;
const STOP_MS = 15_000;

/** `npm run dev`: the server, restarted on change, behind Vite's development server; one address for both. */
async function dev(): Promise<void> {
  stopWhenOrphaned();
  await requireFree(PORT);
  const apiPort = await findFreePort();
  const url = `http://${HOST}:${PORT}`;
  const env = { ...process.env, AFTERHOURS_API_PORT: String(apiPort), PUBLIC_URL: process.env['PUBLIC_URL'] ?? url };
  const children = [startApi(apiPort, env), startVite(env)];
  const stop = stopAll(children);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  for (const child of children) child.on('exit', () => void stop(1));
  if (await untilReady(apiPort, children)) console.log(`Afterhours is ready for development: ${url}`);
}

function startApi(port: number, env: NodeJS.ProcessEnv): ChildProcess {
  const args = [
    '--watch',
    '--watch-preserve-output',
    path.join(ROOT, 'scripts/dev-server.ts'),
    ...process.argv.slice(2),
  ];
  const own = { ...env, HOST: '127.0.0.1', PORT: String(port) };
  return spawn(process.execPath, args, { cwd: ROOT, env: own, stdio: 'inherit' });
}

function startVite(env: NodeJS.ProcessEnv): ChildProcess {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [
    vite,
    '--host',
    HOST,
    '--port',
    String(PORT),
    '--strictPort',
    '--logLevel',
    'warn',
    '--clearScreen=false',
  ];
  return spawn(process.execPath, args, { cwd: path.join(ROOT, 'web'), env, stdio: 'inherit' });
}

/** Ends both children once, politely, and this process when they are gone. */
function stopAll(children: ChildProcess[]): (code: number) => Promise<void> {
  let stopping = false;
  return async (code) => {
    if (stopping) return;
    stopping = true;
    const alive = children.filter((child) => child.exitCode === null && child.signalCode === null);
    const gone = Promise.all(alive.map((child) => once(child, 'exit')));
    for (const child of alive) child.kill('SIGTERM');
    await Promise.race([gone, delay(STOP_MS)]);
    process.exit(code);
  };
}

async function untilReady(apiPort: number, children: ChildProcess[]): Promise<boolean> {
  while (children.every((child) => child.exitCode === null)) {
    const answers = await Promise.all([
      answersAt(`http://127.0.0.1:${apiPort}/healthz`),
      answersAt(`http://${HOST}:${PORT}/`),
    ]);
    if (answers.every(Boolean)) return true;
    await delay(READY_POLL_MS);
  }
  return false;
}

async function answersAt(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new StartError('No free port was found.');
  return address.port;
}

async function requireFree(port: number): Promise<void> {
  const server = createServer().listen(port, HOST);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

await dev().catch(reportFailure);
