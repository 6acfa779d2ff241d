/** Installs the dependencies once per state of the lock file. Runs on Node 16, without any dependency. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { acquireInstallLock } from './install-lock.mjs';

const OUTPUT_LINES = 12;
const AS_REQUIRED_NODE = `--require ${JSON.stringify(fileURLToPath(new URL('as-required-node.cjs', import.meta.url)))}`;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Resolves once `node_modules` matches the lock file. If that fails, prints the reason and exits with code 1. */
export async function ensureInstalled(root, command) {
  const state = hashLockFile(root);
  if (isInstalled(root, state)) return;
  let lock;
  try {
    mkdirSync(path.join(root, '.cache'), { recursive: true });
    lock = await acquireInstallLock(path.join(root, '.cache', 'install.lock'), () =>
      console.log('Another process is installing the dependencies; waiting for it.'),
    );
  } catch (error) {
    return giveUp(
      `Cannot write to ${root} (${error.code || error.message}). ` +
        'Make the folder yours, or clone the repository into one that is, and try again. ' +
        `In a container, run the script itself: node scripts/commands/${command}.ts.`,
    );
  }
  try {
    if (!isInstalled(root, state)) await install(root, state, command, lock);
  } finally {
    lock.release();
  }
}

function giveUp(message) {
  console.error(message);
  process.exit(1);
}

/** Returns a hash of everything that decides which packages are installed. */
function hashLockFile(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  return hash.update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex');
}

function markerFile(root) {
  return path.join(root, 'node_modules', '.afterhours-installed');
}

function isInstalled(root, state) {
  try {
    return readFileSync(markerFile(root), 'utf8') === state;
  } catch {
    return false;
  }
}

async function install(root, state, command, lock) {
  const startedAt = Date.now();
  console.log('Installing dependencies. This happens once, and again after updates.');
  const stopProgress = showProgress(root);
  rmSync(markerFile(root), { force: true });
  const { code, output, stopped } = await runNpm(root, lock);
  stopProgress();
  if (stopped !== undefined) {
    lock.release();
    process.exit(stopped === 'SIGINT' ? 130 : 143);
  }
  if (code !== 0) {
    const lines = output.trim().split('\n').slice(0, OUTPUT_LINES);
    console.error(lines.map((line) => `  ${line}`).join('\n'));
    const retry = command === 'test' || command === 'start' ? `npm ${command}` : `npm run ${command}`;
    lock.release();
    giveUp(`Installing the dependencies failed. Check the network and the disk space, then run "${retry}" again.`);
  }
  writeFileSync(markerFile(root), state);
  console.log(`Dependencies are installed (${((Date.now() - startedAt) / 1000).toFixed(1)} s).`);
}

/**
 * Runs `npm ci` with the npm that started this process, or otherwise the one in PATH. Development and optional packages
 * are always included. Scripts of packages are not run: nothing needs them, and if the one of an optional package
 * fails, some versions of npm omit the package without an error. A signal stops npm first, because an npm in the
 * background would break the next install.
 */
function runNpm(root, lock) {
  const args = ['ci', '--loglevel=error', '--no-progress', '--ignore-scripts', '--include=dev', '--include=optional'];
  const cli = process.env.npm_execpath || '';
  const isNpmScript = /npm-cli\.c?js$/.test(cli) && existsSync(cli);
  const [file, rest] = isNpmScript ? [process.execPath, [cli, ...args]] : ['npm', args];
  return new Promise((resolve) => {
    const child = spawn(file, rest, {
      cwd: root,
      env: { ...withCache(root), NODE_OPTIONS: [process.env.NODE_OPTIONS, AS_REQUIRED_NODE].join(' ').trim() },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stopped;
    const stop = (signal) => {
      stopped = signal;
      child.kill('SIGTERM');
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    // After the handlers are set, because a process that reads the pid may stop this one at once.
    if (child.pid !== undefined) lock.include(child.pid);
    let output = '';
    const collect = (chunk) => (output = (output + chunk).slice(-20000));
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: `npm could not be run: ${error.message}` }));
    child.on('close', (code) => {
      for (const signal of STOP_SIGNALS) process.removeListener(signal, stop);
      resolve({ code, output, stopped });
    });
  });
}

/** Returns npm's environment. A service's user often has no home folder, so its npm cache is beside the code. */
function withCache(root) {
  const cache = process.env.npm_config_cache || path.join(process.env.HOME || os.homedir(), '.npm');
  if (isWritable(cache) || (!existsSync(cache) && isWritable(path.dirname(cache)))) return process.env;
  return { ...process.env, npm_config_cache: path.join(root, '.cache', 'npm') };
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Prints how many packages are installed: every second on a single line in a terminal, otherwise a line every ten
 * seconds.
 */
function showProgress(root) {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const names = Object.entries(lock.packages || {})
    .filter(([name, entry]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) && !entry.link && fits(entry))
    .map(([name]) => name);
  const terminal = process.stdout.isTTY;
  const timer = setInterval(
    () => {
      const count = names.filter((name) => existsSync(path.join(root, name, 'package.json'))).length;
      process.stdout.write(
        `${terminal ? '\r' : ''}  ${count} of about ${names.length} packages${terminal ? '' : '\n'}`,
      );
    },
    terminal ? 1000 : 10000,
  );
  return () => {
    clearInterval(timer);
    if (terminal) process.stdout.write('\r\u001b[K');
  };
}

/** Whether a package in the lock file is for this platform. */
function fits({ os, cpu, libc }) {
  const allows = (list, value) => list === undefined || list.includes(value);
  return allows(os, process.platform) && allows(cpu, process.arch) && (libc === undefined || libc.includes('glibc'));
}
