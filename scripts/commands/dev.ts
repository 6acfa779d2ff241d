import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer as createViteServer, type ViteDevServer } from 'vite';
import { findFreePort } from '../../server/src/testing/free-port.ts';
import { reportFailure } from '../run/report-failure.ts';
import { ROOT } from '../run/run-tool.ts';
import { stopWhenOrphaned } from '../run/stop-when-orphaned.ts';

const HOST = process.env['HOST'] ?? '127.0.0.1';
const PORT = Number(process.env['PORT'] ?? 3000);
const READY_POLL_MS = 100;
const STOP_MS = 15_000;

/** `npm run dev`: runs the server, restarted on changes, behind Vite's development server at a single address. */
async function dev(): Promise<void> {
  stopWhenOrphaned();
  const url = `http://${HOST}:${PORT}`;
  const apiPort = await findFreePort();
  process.env['API_ORIGIN'] = `http://127.0.0.1:${apiPort}`;
  const vite = await startVite();
  const api = startApi(apiPort, process.env['PUBLIC_URL'] ?? url);
  const stop = stopBoth(vite, api);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
  api.on('exit', () => void stop(1));
  if (await waitUntilReady(apiPort, api)) console.log(`Afterhours is ready for development: ${url}`);
}

/** Starts Vite in this process. Throws if the port is taken: a different port would break links in mails. */
async function startVite(): Promise<ViteDevServer> {
  await requireFree(PORT);
  const vite = await createViteServer({
    root: path.join(ROOT, 'web'),
    logLevel: 'warn',
    clearScreen: false,
    server: { host: HOST, port: PORT, strictPort: true },
  });
  return vite.listen();
}

function startApi(port: number, publicUrl: string): ChildProcess {
  const script = path.join(ROOT, 'scripts/run/dev-server.ts');
  const args = ['--watch', '--watch-preserve-output', script, ...process.argv.slice(2)];
  const overrides = {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    AFTERHOURS_DEV_PID: String(process.pid),
  };
  return spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...overrides }, stdio: 'inherit' });
}

/** Returns a function that stops Vite and the server, at most once, and then exits this process. */
function stopBoth(vite: ViteDevServer, api: ChildProcess): (code: number) => Promise<void> {
  let stopping = false;
  return async (code) => {
    if (stopping) return;
    stopping = true;
    const alive = api.exitCode === null && api.signalCode === null;
    const exited = alive ? once(api, 'exit') : undefined;
    api.kill('SIGTERM');
    await Promise.race([Promise.all([exited, vite.close()]), delay(STOP_MS)]);
    process.exit(code);
  };
}

/**
 * Waits until the server responds. Returns false if its process exits first. After a failed start, the watcher stays
 * alive and restarts the server on the next change.
 */
async function waitUntilReady(apiPort: number, api: ChildProcess): Promise<boolean> {
  while (api.exitCode === null) {
    const ready = await fetch(`http://127.0.0.1:${apiPort}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return true;
    await delay(READY_POLL_MS);
  }
  return false;
}

async function requireFree(port: number): Promise<void> {
  const server = createServer().listen(port, HOST);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

await dev().catch(reportFailure);
