import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../run/run-tool.ts';
import { apt, findProgram, hasApt, isExecutable, summarizeError } from './system-programs.ts';

const run = promisify(execFile);

/** Debian's Chromium without a desktop interface: the same pages take a third less processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';
/** Program names in order of preference. */
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
/** A Chromium from the npm registry, for machines on which we may not install system packages. */
const PACKAGE = '@sparticuz/chromium';
const PACKAGE_VERSION = '153.0.0';

/**
 * Returns the path of a Chromium: the one in CHROMIUM_PATH, one found on the machine, or one installed now (with apt
 * for root, otherwise from the npm registry into `.cache/chromium`). Prefers the headless shell to other browsers.
 * Throws an Error that says what to do if no Chromium can be found or installed.
 */
export async function findChromium(onNotice: (line: string) => void): Promise<string> {
  const configured = process.env['CHROMIUM_PATH'];
  if (configured !== undefined && configured !== '') {
    if (isExecutable(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, which is not an executable file. Correct it or unset it.`);
  }
  const found = findOnMachine();
  if (found !== undefined && path.basename(found) === HEADLESS_SHELL) return found;
  const installed = (await installWithApt(found, onNotice)) ?? found ?? (await installFromRegistry(onNotice));
  if (installed !== undefined) return installed;
  throw new Error('Chromium was not found and could not be installed. Install it, or set CHROMIUM_PATH to its path.');
}

const findOnMachine = (): string | undefined => findProgram(NAMES) ?? MAC_PATHS.find(isExecutable);

/** If a browser was `found`, installs only the headless shell, and only if apt's present package lists have it. */
async function installWithApt(
  found: string | undefined,
  onNotice: (line: string) => void,
): Promise<string | undefined> {
  if (!hasApt()) return undefined;
  const isKnown = (name: string) => run('apt-cache', ['show', name]).then(Boolean, () => false);
  try {
    if (found === undefined) await apt('update');
    const shellIsKnown = await isKnown(HEADLESS_SHELL);
    if (found !== undefined && !shellIsKnown) return undefined;
    onNotice('Installing Chromium for the browser tests.');
    await apt('install', '--no-install-recommends', shellIsKnown ? HEADLESS_SHELL : 'chromium');
    return findOnMachine();
  } catch (error) {
    onNotice(`apt-get could not install Chromium: ${summarizeError(error)}`);
    return undefined;
  }
}

async function installFromRegistry(onNotice: (line: string) => void): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const folder = path.join(ROOT, '.cache/chromium');
  const manifest = path.join(folder, 'node_modules', PACKAGE, 'package.json');
  try {
    if (!existsSync(manifest)) {
      onNotice('Downloading Chromium for the browser tests.');
      mkdirSync(folder, { recursive: true });
      const args = ['install', '--prefix', folder, '--no-save', '--loglevel=error', `${PACKAGE}@${PACKAGE_VERSION}`];
      await run('npm', args, { cwd: folder });
    }
    return await unpack(manifest, path.join(folder, 'unpacked'));
  } catch (error) {
    onNotice(`Chromium could not be downloaded: ${summarizeError(error)}`);
    return undefined;
  }
}

/**
 * Unpacks into a private folder. By default the package uses the system's temporary folder, where other users could
 * plant a program.
 */
async function unpack(manifest: string, folder: string): Promise<string> {
  const previous = process.env['TMPDIR'];
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  try {
    const entry = createRequire(manifest).resolve(PACKAGE);
    const loaded: { default: { executablePath: () => Promise<string> } } = await import(pathToFileURL(entry).href);
    return await loaded.default.executablePath();
  } finally {
    if (previous === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = previous;
  }
}
