/**
 * What every npm script runs first, on whatever Node the machine has (16 or later), without any dependency:
 * installs what the lock file names if that has not been done, then goes on with `scripts/commands/<command>.ts` on
 * the Node that the lock file pins. Nothing here may use packages, TypeScript, or syntax newer than Node 16.
 */
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureInstalled } from './install/install.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const COMMANDS = [
  'start',
  'dev',
  'test',
  'test-cluster',
  'check',
  'fix',
  'demo',
  'bench',
  'backup',
  'restore',
  'doctor',
  'migrate',
  'ci',
];

/** What the loader of Linux ends with when a library of a program is missing; it has named the library by then. */
const CANNOT_LOAD = 127;
const LIBRARY_ADVICE =
  'A library of the system is missing, which the Node that comes along needs. Install it and try again: ' +
  '"apt install libatomic1" on Debian and Ubuntu, "dnf install libatomic" on Fedora and RHEL.';

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Commands that run the product read `.env` beside the code; what the environment says wins. Tests read none. */
const WITH_SETTINGS = new Set(['start', 'dev', 'demo', 'backup', 'restore', 'doctor', 'migrate']);

/** The Node that npm installed for this platform; undefined where it exists for none. */
function findPinnedNode() {
  const file = path.join(root, 'node_modules', '.bin', 'node');
  return existsSync(file) ? realpathSync(file) : undefined;
}

/** Goes on inside this process: it already is the right Node. */
async function continueHere(script, args, settings) {
  if (settings !== undefined) process.loadEnvFile(settings);
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}

/** Goes on in a child on the pinned Node: signals go to it, its end is ours. */
function continueOn(node, script, args, settings) {
  // Fewer pools of the C library: what one thread gives back another can use.
  const env = { MALLOC_ARENA_MAX: '2', ...process.env, AFTERHOURS_LAUNCHER_PID: String(process.pid) };
  // What a call leaves behind is collected often instead of kept: tens of megabytes less.
  const options = ['--max-semi-space-size=8', ...(settings === undefined ? [] : [`--env-file=${settings}`])];
  const child = spawn(node, [...options, script, ...args], { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && process.env.npm_lifecycle_event) child.kill('SIGTERM');
  }, 1000).unref();
  child.on('error', (error) => fail(`Could not run ${node}: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (code === CANNOT_LOAD) console.error(LIBRARY_ADVICE);
    process.exit(code === null ? (signal === 'SIGINT' ? 130 : 143) : code);
  });
}

async function main() {
  // Meant for the script that a launcher runs itself; a command started from inside that script has another parent.
  delete process.env.AFTERHOURS_LAUNCHER_PID;
  const [command = '', ...args] = process.argv.slice(2);
  if (!COMMANDS.includes(command)) fail(`Unknown command "${command}". There are: ${COMMANDS.join(', ')}.`);
  await ensureInstalled(root, command);
  const bin = path.join(root, 'node_modules', '.bin');
  if (!(process.env.PATH || '').startsWith(bin)) process.env.PATH = bin + path.delimiter + (process.env.PATH || '');
  const script = path.join(root, 'scripts/commands', `${command}.ts`);
  const file = path.join(root, '.env');
  const settings = WITH_SETTINGS.has(command) && existsSync(file) ? file : undefined;
  const node = findPinnedNode();
  if (node === realpathSync(process.execPath)) return continueHere(script, args, settings);
  if (node !== undefined) return continueOn(node, script, args, settings);
  if (Number.parseInt(process.versions.node, 10) >= 26) return continueHere(script, args, settings);
  return fail(
    `Afterhours needs Node 26, and the registry has none for ${process.platform} ${process.arch}. Install it from nodejs.org and try again.`,
  );
}

await main();
