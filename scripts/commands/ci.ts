import { spawn } from 'node:child_process';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { installPrograms } from '../../cluster/nodes/programs.ts';
import { ROOT } from '../run/run-tool.ts';
import { buildWebIfStale } from '../run/web-build.ts';
import { addCounts, type Counts, formatCounts, parseCounts, withOutcome } from '../test/test-counts.ts';

type Say = (line: string) => void;

/** So much later do the tests get the processor, as far as the system has such a number. */
const LOWER = 10;
const LOWEST = 19;

/** Runs an npm script; `say` gets each line of its output. Its counts are those of the last line that holds some. */
async function runScript(name: string, say: Say, lower = 0): Promise<Counts> {
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A failed test gets a second try, which is printed as such.
    env: { ...process.env, CI: 'true' },
  });
  if (child.pid !== undefined && lower > 0) os.setPriority(child.pid, Math.min(LOWEST, os.getPriority() + lower));
  let counts: Counts | undefined;
  const done = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  for await (const line of createInterface({ input: child.stdout })) {
    say(line);
    counts = parseCounts(line) ?? counts;
  }
  return withOutcome(counts, await done);
}

/**
 * The work of `.ci/run`: all tests, and beside them the cluster test, which mostly waits; the last line has the counts
 * of both. The cluster goes first, because what it measures has limits in seconds.
 */
async function runEverything(): Promise<Counts> {
  // What both need is made once, before they run side by side.
  await installPrograms(['redis', 'balancer'], console.log);
  // If it fails, both say so.
  await buildWebIfStale(console.log).catch(() => undefined);
  const lines: string[] = [];
  const [tests, cluster] = await Promise.all([
    runScript('test', console.log, LOWER),
    runScript('test:cluster', (line) => lines.push(line)),
  ]);
  console.log(`\nCluster\n${lines.join('\n')}`);
  return addCounts(tests, cluster);
}

const total = await runEverything();
console.log(`\n${formatCounts(total)}`);
process.exit(total.failed === 0 ? 0 : 1);
