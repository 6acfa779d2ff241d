import os from 'node:os';
import { runTool, type ToolRun } from '../run/run-tool.ts';
import { checkImportGaps } from './import-gaps.ts';
import { checkLayers } from './layers.ts';
import { checkLineLengths } from './long-lines.ts';
import { checkMigrationSums } from './migration-sums.ts';
import { checkStyles } from './styles.ts';

type Check = { name: string; script: string; args: string[] };

/** The checks of `npm run check` that are programs of their own. None of them writes. */
const CHECKS: Check[] = [
  { name: 'format', script: '@biomejs/biome/bin/biome', args: ['ci', '--colors=off', '.'] },
  { name: 'lint', script: 'oxlint/bin/oxlint', args: ['--type-aware', '.'] },
  { name: 'types of contract', script: 'typescript/bin/tsc', args: ['-p', 'contract'] },
  { name: 'types of server', script: 'typescript/bin/tsc', args: ['-p', 'server'] },
  { name: 'types of demo', script: 'typescript/bin/tsc', args: ['-p', 'demo'] },
  { name: 'types of web', script: 'typescript/bin/tsc', args: ['-p', 'web'] },
  { name: 'types of tools', script: 'typescript/bin/tsc', args: ['-p', 'tsconfig.tools.json'] },
  { name: 'texts', script: '../scripts/texts/check.ts', args: [] },
  { name: 'dead code', script: 'knip/bin/knip.js', args: ['--no-progress'] },
];

const CONCURRENT_CHECKS = 2;

/**
 * With one core per check, each check gets one thread: several threads of the compiler check the same types repeatedly,
 * which costs half as much again. The compiler and the linter's type-aware part are written in Go.
 */
const oneThreadEach = os.availableParallelism() <= CONCURRENT_CHECKS;
const argsOf = ({ script, args }: Check) =>
  oneThreadEach && script.startsWith('typescript/') ? [...args, '--singleThreaded'] : args;
const environment: NodeJS.ProcessEnv = oneThreadEach ? { GOMAXPROCS: '1' } : {};

/**
 * Runs all checks, the short ones first, the others two at a time. Prints a line for each, and the output of those that
 * fail. Returns the counts.
 */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const queue = [...CHECKS];
  const counts = { passed: 0, failed: 0 };
  const inProcess = {
    layers: checkLayers(),
    imports: checkImportGaps(),
    styles: checkStyles(),
    'line lengths': checkLineLengths(),
    migrations: checkMigrationSums(),
  };
  for (const [name, result] of Object.entries(inProcess)) {
    report(name, result);
    counts[result.ok ? 'passed' : 'failed'] += 1;
  }
  const worker = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const result = await runTool(check.script, argsOf(check), { env: environment });
      report(check.name, result);
      counts[result.ok ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, worker));
  return counts;
}

function report(name: string, { ok, output, seconds }: ToolRun): void {
  console.log(`  ${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd().replaceAll(/^/gm, '    '));
}
