import os from 'node:os';
import { runTool, type ToolRun } from '../run/run-tool.ts';
import { checkLayers } from './layers.ts';
import { checkLineLengths } from './long-lines.ts';
import { checkStyles } from './styles.ts';

type Check = { name: string; script: string; args: string[] };

/** The checks of `npm run check`. None of them writes. */
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

const AT_ONCE = 2;

/**
 * Where each check has one core, one thread each: several check the same types anew, which costs half as much again.
 * The compiler and the linter's part for types are programs in Go.
 */
const isNarrow = os.availableParallelism() <= AT_ONCE;
const narrowly = ({ script, args }: Check) =>
  isNarrow && script.startsWith('typescript/') ? [...args, '--singleThreaded'] : args;
const environment: NodeJS.ProcessEnv = isNarrow ? { GOMAXPROCS: '1' } : {};

/** Runs every check, two at a time, and prints a line for each and what a failed one said. Returns the counts. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...CHECKS];
  const counts = { passed: 0, failed: 0 };
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await runTool(check.script, narrowly(check), { env: environment });
      report(check.name, result);
      counts[result.ok ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const own = { layers: checkLayers(), styles: checkStyles(), 'line lengths': checkLineLengths() };
  for (const [name, result] of Object.entries(own)) {
    report(name, result);
    counts[result.ok ? 'passed' : 'failed'] += 1;
  }
  return counts;
}

function report(name: string, { ok, output, seconds }: ToolRun): void {
  console.log(`  ${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  if (!ok) console.log(output.trimEnd().replaceAll(/^/gm, '    '));
}
