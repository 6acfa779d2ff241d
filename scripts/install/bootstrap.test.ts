import { chmodSync, existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canReach } from '../../server/src/platform/embedded-postgres/database-user.ts';
import { isRunning } from '../../server/src/platform/embedded-postgres/postmaster.ts';
import { bootstrap, buildCheckout, buildInstalled, readText, startBootstrap, write } from './test-checkout.ts';

const NOBODY = 65_534;

test('a fresh checkout installs its dependencies, then runs the command with its arguments and exit code', async () => {
  const { code, out } = await bootstrap(buildCheckout(), ['start', '--empty', 'a b']);
  expect(out).toContain('Installing dependencies.');
  expect(out).toMatch(/Dependencies are installed \(\d+\.\d s\)\.\nstarted --empty a b\n/);
  expect(code).toBe(7);
});

test('later runs install nothing until the lock file changes', async () => {
  const root = buildCheckout();
  await bootstrap(root, ['start']);
  expect((await bootstrap(root, ['start'])).out).toBe('started \n');
  writeFileSync(path.join(root, 'package-lock.json'), '\n', { flag: 'a' });
  expect((await bootstrap(root, ['start'])).out).toContain('Installing dependencies.');
});

test('the command runs in a child process on the pinned Node if another Node started it', async () => {
  const { code, out } = await bootstrap(buildInstalled('other'), ['start', 'x']);
  expect(out).toBe('another node\nstarted x\n');
  expect(code).toBe(7);
});

test('the pinned Node is found where npm before 11 has not linked it', async () => {
  const root = buildInstalled('other');
  const name = `node-${process.platform}-${process.arch}`;
  rmSync(path.join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../own', path.join(root, 'node_modules', name));
  write(
    root,
    'scripts/commands/start.ts',
    `import { execFileSync } from 'node:child_process';
    process.stdout.write(execFileSync('node', ['-p', '7']));`,
  );
  expect((await bootstrap(root, ['start'])).out).toBe('another node\nanother node\n7\n');
});

test('on a platform without a pinned Node, that of the machine has to be recent enough', async () => {
  const root = buildInstalled();
  rmSync(path.join(root, 'node_modules/.bin'), { recursive: true });
  expect(await bootstrap(root, ['start'])).toEqual({ code: 7, out: 'started \n' });
  const [major = '', minor] = process.versions.node.split('.');
  const next = `${major}.${Number(minor) + 1}.0`;
  const manifest = path.join(root, 'package.json');
  writeFileSync(manifest, readText(manifest).replace('>=26.0.0', `>=${next}`));
  const { code, out } = await bootstrap(root, ['start']);
  expect(out).toContain(`Afterhours needs Node ${next}, and npm has no build of it for`);
  expect(code).toBe(1);
});

test('the Node of the machine replaces a pinned one that is too old, if it is recent enough itself', async () => {
  const root = buildInstalled('other');
  write(root, 'own/package.json', { name: 'own', version: '25.9.0', bin: { node: 'bin/node' } });
  expect((await bootstrap(root, ['start'])).out).toBe('started \n');
  const manifest = path.join(root, 'package.json');
  writeFileSync(manifest, readText(manifest).replace('>=26.0.0', '>=999.0.0'));
  expect((await bootstrap(root, ['start'])).out).toBe('another node\nstarted \n');
});

test('optional packages that exclude the Node of the machine are installed, too', async () => {
  const root = buildCheckout();
  for (const file of ['package.json', 'own/package.json', 'package-lock.json']) {
    const text = readText(path.join(root, file))
      .replace('>=26.0.0', '>=99.1.0')
      .replaceAll('"dependencies', '"optionalDependencies');
    const own = text.replaceAll('"bin"', '"engines":{"node":">=99.1"},"optional":true,"bin"');
    write(root, file, own.replace('"link"', '"optional":true,"link"'));
  }
  expect((await bootstrap(root, ['start'])).code).toBe(7);
});

test('scripts of packages are not run during an install', async () => {
  const root = buildCheckout();
  const scripts = `"scripts":{"postinstall":"echo > '${root}/ran'"}`;
  write(root, 'own/package.json', readText(path.join(root, 'own/package.json')).replace('"bin"', `${scripts},"bin"`));
  expect((await bootstrap(root, ['start'])).code).toBe(7);
  expect(existsSync(path.join(root, 'ran'))).toBe(false);
});

test('a missing system library is reported with the package to install', async () => {
  const { code, out } = await bootstrap(buildInstalled('broken'), ['start']);
  expect(out).toContain('apt install libatomic1');
  expect(code).toBe(127);
});

test.each(['same', 'other'] as const)(
  'the settings in .env apply unless the environment overrides them (%s Node)',
  async (node) => {
    const root = buildInstalled(node);
    for (const command of ['start', 'check'])
      write(
        root,
        `scripts/commands/${command}.ts`,
        `console.log(process.env['APP_NAME'] + ' ' + process.env['PORT']);`,
      );
    write(root, '.env', '# mine\nAPP_NAME="Night Owls"\nPORT=4000\n');
    expect((await bootstrap(root, ['start'], { env: { PORT: '5000' } })).out).toMatch(/Night Owls 5000\n$/);
    // Tests and checks do not depend on the settings of an installation.
    expect((await bootstrap(root, ['check'])).out).toMatch(/undefined undefined\n$/);
  },
);

test('the npm cache of a user without a home folder is beside the code', async () => {
  const root = buildCheckout();
  const { out } = await bootstrap(root, ['start'], {
    env: { HOME: '/nonexistent', npm_config_cache: '/nonexistent/.npm' },
  });
  expect(out).toContain('Dependencies are installed');
  expect(existsSync(path.join(root, '.cache/npm'))).toBe(true);
});

test('a command that another command starts does not inherit its launcher', async () => {
  const root = buildInstalled();
  write(root, 'scripts/commands/check.ts', `console.log('launcher ' + process.env['AFTERHOURS_LAUNCHER_PID']);`);
  const { out } = await bootstrap(root, ['check'], { env: { AFTERHOURS_LAUNCHER_PID: '1' } });
  expect(out).toContain('launcher undefined');
});

test('two concurrent commands install the dependencies once, and both run', async () => {
  const root = buildCheckout();
  const outcomes = await Promise.all([bootstrap(root, ['start', '1']), bootstrap(root, ['start', '2'])]);
  expect(outcomes.map(({ code }) => code)).toEqual([7, 7]);
  const output = outcomes.map(({ out }) => out).join('');
  expect(output.match(/Installing dependencies\./g)).toHaveLength(1);
  expect(output).toContain('started 1');
  expect(output).toContain('started 2');
  expect(readdirSync(path.join(root, '.cache'))).toEqual([]);
});

test('the lock of a killed install is taken over', async () => {
  const root = buildCheckout();
  write(root, '.cache/install.lock/owner', `999999999 ${os.hostname()} 0`);
  expect((await bootstrap(root, ['start'])).code).toBe(7);
  expect(existsSync(path.join(root, '.cache/install.lock'))).toBe(false);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s during an install stops npm first', async (signal) => {
  const root = buildCheckout();
  write(root, 'bin/npm', `#!/bin/sh\necho $$ > '${root}/npm-pid'\nexec sleep 60\n`);
  chmodSync(path.join(root, 'bin/npm'), 0o755);
  const running = startBootstrap(root, ['start'], { path: `${root}/bin:${process.env['PATH']}` });
  await expect.poll(() => readText(path.join(root, 'npm-pid')), { timeout: 10_000 }).toMatch(/\d+\n/);
  const npm = Number(readText(path.join(root, 'npm-pid')));
  await expect.poll(() => readText(path.join(root, '.cache/install.lock/owner'))).toContain(`,${npm} `);
  running.child.kill(signal);
  expect((await running.outcome).code).toBe(signal === 'SIGINT' ? 130 : 143);
  expect(isRunning(npm)).toBe(false);
  expect(existsSync(path.join(root, '.cache/install.lock'))).toBe(false);
});

test('a failed install shows the output of npm and what to do, and the next start tries again', async () => {
  const root = buildCheckout();
  const manifest = JSON.parse(readText(path.join(root, 'package.json'))) as { dependencies: Record<string, string> };
  write(root, 'package.json', { ...manifest, dependencies: { ...manifest.dependencies, absent: '1.0.0' } });
  const failed = await bootstrap(root, ['start']);
  expect(failed.code).toBe(1);
  expect(failed.out).toContain('npm error');
  expect(failed.out.trimEnd().split('\n').at(-1)).toContain('Installing the dependencies failed.');
  expect(failed.out).not.toContain('started');
  write(root, 'package.json', manifest);
  expect((await bootstrap(root, ['start'])).code).toBe(7);
});

test('a missing npm is reported', async () => {
  const { code, out } = await bootstrap(buildCheckout(), ['start'], { path: '/nonexistent' });
  expect(code).toBe(1);
  expect(out).toContain('npm could not be run');
});

/**
 * Makes the checkout read-only. Root may write anywhere, so as root another user runs the command or, if that user
 * cannot reach Node, a file takes the place of the `.cache` folder.
 */
function forbidWriting(root: string): { uid?: number } {
  if (process.getuid?.() !== 0) chmodSync(root, 0o555);
  else if (canReach(process.execPath, { uid: NOBODY, gid: NOBODY, name: 'nobody' })) return { uid: NOBODY };
  else write(root, '.cache', '');
  return {};
}

test('a read-only checkout is reported in one line', async () => {
  const root = buildCheckout();
  const { code, out } = await bootstrap(root, ['start'], forbidWriting(root));
  chmodSync(root, 0o755);
  expect(code).toBe(1);
  expect(out.trimEnd()).toMatch(/^Cannot write to .*Make the folder yours.*$/);
  expect(out).toContain(root);
});

test('an unknown command is rejected with the list of commands', async () => {
  const { code, out } = await bootstrap(buildCheckout(), ['strat']);
  expect(code).toBe(1);
  expect(out).toBe(
    'Unknown command "strat". There are: start, dev, test, test-cluster, check, fix, demo, bench, backup, ' +
      'restore, doctor, migrate, owner, rotate-secrets, ci.\n',
  );
});
