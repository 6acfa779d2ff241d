/**
 * Every npm script runs this file first, on the machine's Node (16 or later), without any dependency. It installs the
 * packages of the lock file if they are missing, and continues with `scripts/commands/<command>.ts` on the Node that
 * the lock file pins, or on the machine's if only that has no known vulnerabilities. This file and `install/` must not
 * use packages, TypeScript, or syntax newer than Node 16.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import module from 'node:module';
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
  'owner',
  'rotate-secrets',
  'ci',
];

/** The exit code of the Linux loader when a library is missing. The loader prints the name of the library itself. */
const CANNOT_LOAD = 127;
const LIBRARY_ADVICE =
  'The Node.js that npm installed needs a system library that is missing. Install it and try again: ' +
  '"apt install libatomic1" on Debian and Ubuntu, "dnf install libatomic" on Fedora and RHEL.';

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Commands that run the product read `.env` beside the code. The environment overrides it. Tests read no `.env`. */
const WITH_SETTINGS = new Set([
  'start',
  'dev',
  'demo',
  'backup',
  'restore',
  'doctor',
  'migrate',
  'owner',
  'rotate-secrets',
]);

/**
 * Returns the path of the Node that npm installed, or undefined on platforms without one. npm before 11 does not link
 * it in `.bin`: packages for other platforms, which it removes, have a command of the same name.
 */
function findPinnedNode() {
  const platform = `${process.platform}-${process.arch}`;
  const file = ['.bin/node', `node-${platform}/bin/node`, `node-bin-${platform}/bin/node`]
    .map((name) => path.join(root, 'node_modules', name))
    .find((name) => existsSync(name));
  return file === undefined ? undefined : realpathSync(file);
}

/** Returns the oldest Node that `package.json` allows: those before it have known vulnerabilities. */
function readOldestNode() {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return engines.node.replace('>=', '');
}

function isRecent(version) {
  return version.localeCompare(readOldestNode(), 'en', { numeric: true }) >= 0;
}

/** Returns whether the pinned Node has known vulnerabilities: for macOS, npm has no newer one. */
function isOutdated(node) {
  const manifest = path.join(path.dirname(node), '../package.json');
  return existsSync(manifest) && !isRecent(JSON.parse(readFileSync(manifest, 'utf8')).version);
}

/** Makes commands of packages, and the Node that npm installed, those that child processes find first. */
function putFirstInPath(node) {
  const folders = [path.join(root, 'node_modules', '.bin'), ...(node === undefined ? [] : [path.dirname(node)])];
  const first = folders.join(path.delimiter);
  const others = process.env.PATH || '';
  if (!others.startsWith(first)) process.env.PATH = first + path.delimiter + others;
}

/** Continues in this process, which already runs on the right Node. */
async function continueHere(script, args, settings) {
  if (module.enableCompileCache) module.enableCompileCache();
  if (settings !== undefined) process.loadEnvFile(settings);
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}

/** Continues in a child process on the pinned Node, forwards signals to it, and exits with its exit code. */
function continueOn(node, script, args, settings) {
  // With fewer memory pools in the C library, memory that one thread frees is available to the others.
  const env = { MALLOC_ARENA_MAX: '2', ...process.env, AFTERHOURS_LAUNCHER_PID: String(process.pid) };
  const options = settings === undefined ? [] : [`--env-file=${settings}`];
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
  // The variable is meant for the script that a launcher starts. A command that this script runs has another parent.
  delete process.env.AFTERHOURS_LAUNCHER_PID;
  const [command = '', ...args] = process.argv.slice(2);
  if (!COMMANDS.includes(command)) fail(`Unknown command "${command}". There are: ${COMMANDS.join(', ')}.`);
  await ensureInstalled(root, command);
  const pinned = findPinnedNode();
  const isMachineRecent = isRecent(process.versions.node);
  const node = pinned !== undefined && isMachineRecent && isOutdated(pinned) ? undefined : pinned;
  putFirstInPath(node);
  // With its compile cache, Node starts the product in a fifth less time. It does without if the folder is read-only.
  process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || path.join(root, '.cache/compiled');
  const script = path.join(root, 'scripts/commands', `${command}.ts`);
  const file = path.join(root, '.env');
  const settings = WITH_SETTINGS.has(command) && existsSync(file) ? file : undefined;
  if (node === realpathSync(process.execPath)) return continueHere(script, args, settings);
  if (node !== undefined) return continueOn(node, script, args, settings);
  if (isMachineRecent) return continueHere(script, args, settings);
  return fail(
    `Afterhours needs Node ${readOldestNode()}, and npm has no build of it for ${process.platform} ${process.arch}. ` +
      'Install it from nodejs.org and try again.',
  );
}

await main();
