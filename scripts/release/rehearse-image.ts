/**
 * Runs the steps of deploy/Dockerfile without a container engine: the COPY and RUN lines of each stage, in order, in an
 * empty folder; then the CMD of the last stage, as a user who may write only to the data folder, until the server is
 * ready. Run it as root: `node scripts/release/rehearse-image.ts`. It takes about a minute, and does not test the base
 * image.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts';
import { findFreePort } from '../../server/src/testing/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NOBODY = 65_534;
const PORT = '3000';

/** The Node that runs this script replaces the image's. */
const PATH = [path.dirname(process.execPath), process.env['PATH']].join(path.delimiter);

type Stage = { name: string; folder: string };

const ignored = (file: string): boolean =>
  /(^|\/)(node_modules|dist|testing)(\/|$)|\.test\.tsx?$/.test(path.relative(ROOT, file));

function copy(line: string, stages: Stage[], target: Stage): void {
  const words = line.split(' ').slice(1);
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const source = stages.find(({ name }) => name === from);
  const destination = words.pop() ?? '';
  for (const word of words) {
    const file = source ? path.join(source.folder, word.replace(/^\/app/, '')) : path.join(ROOT, word);
    const isFolder = statSync(file).isDirectory();
    const into = path.join(target.folder, destination, isFolder ? '' : path.basename(word));
    const place = destination.endsWith('/') || isFolder ? into : path.join(target.folder, destination);
    cpSync(file, place, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (entry) => source !== undefined || !ignored(entry),
    });
  }
}

/** Runs the Dockerfile below `work`. Returns the last stage's folder, environment and command. */
function build(work: string): { folder: string; env: Record<string, string>; command: string[] } {
  const text = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ');
  const stages: Stage[] = [];
  let env: Record<string, string> = {};
  let command: string[] = [];
  for (const line of text.split('\n')) {
    const stage = stages.at(-1);
    if (line.startsWith('FROM ')) {
      const name = / AS (\w+)/.exec(line)?.[1] ?? 'last';
      stages.push({ name, folder: path.join(work, name) });
      mkdirSync(path.join(work, name));
    } else if (stage && line.startsWith('COPY ')) copy(line, stages, stage);
    else if (stage && line.startsWith('RUN ')) {
      console.log(`${stage.name}: ${line}`);
      execFileSync('sh', ['-ec', line.slice('RUN '.length)], {
        cwd: stage.folder,
        env: { ...process.env, PATH },
        stdio: 'inherit',
      });
    } else if (line.startsWith('ENV '))
      env = Object.fromEntries([...line.matchAll(/(\w+)=(\S+)/g)].map((match) => [match[1] ?? '', match[2] ?? '']));
    else if (line.startsWith('CMD ')) command = JSON.parse(line.slice('CMD '.length)) as string[];
  }
  return { folder: stages.at(-1)?.folder ?? '', env, command };
}

async function waitUntilReady(origin: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const ready = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await delay(100);
  }
  throw new Error('The server was not ready within 30 seconds.');
}

async function serve(work: string): Promise<void> {
  const { folder, env, command } = build(work);
  console.log(execFileSync('du', ['-sh', folder], { encoding: 'utf8' }).trim());
  chownSync(path.join(folder, 'data'), NOBODY, NOBODY);
  const database = path.join(work, 'database');
  mkdirSync(database);
  chmodSync(database, 0o711);
  const { host, user, database: name, stop } = await startEmbeddedPostgres({ dataDir: database, fsync: false });
  const port = String(await findFreePort());
  const url = `postgres:///${name}?${new URLSearchParams({ host, user }).toString()}`;
  const settings = {
    ...env,
    HOST: '127.0.0.1',
    METRICS_PORT: '0',
    PORT: env['PORT'] === PORT ? port : '',
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: url,
  };
  const options = { cwd: folder, env: { PATH, ...settings }, uid: NOBODY, gid: NOBODY };
  const [program = '', ...args] = command;
  const child = spawn(program, args, { ...options, stdio: 'inherit' });
  try {
    await waitUntilReady(`http://127.0.0.1:${port}`);
    const page = await fetch(`http://127.0.0.1:${port}/`);
    console.log(`GET / returned ${page.status} and ${(await page.text()).length} characters.`);
    const touched = spawnSync('touch', [path.join(folder, 'server/x')], options).status;
    console.log(touched === 0 ? 'The server can write to its own code.' : 'The server cannot write to its own code.');
    console.log(spawnSync('node', ['scripts/commands/doctor.ts', '--quick'], { ...options, encoding: 'utf8' }).stdout);
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
    console.log(`The server exited with code ${child.exitCode}.`);
    await stop();
  }
}

const work = mkdtempSync(path.join(os.tmpdir(), 'afterhours-image-'));
chmodSync(work, 0o755);
try {
  await serve(work);
} finally {
  rmSync(work, { recursive: true, force: true });
}
