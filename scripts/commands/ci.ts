import { spawn } from 'node:child_process';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { installPrograms } from '../../cluster/nodes/programs.ts';
import { ROOT } from '../run/run-tool.ts';
import { buildWebIfStale } from '../run/web-build.ts';
import { addCounts, type Counts, formatCounts, parseCounts, withOutcome } from '../test/test-counts.ts';

type Say = (line: string) => void;

const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = os.constants.priority;

/** Runs an npm script; `say` gets each line of its output. Its counts are those of the last line that holds some. */
async function runScript(name: string, priority: number, say: Say): Promise<Counts> {
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A failed test gets a second try, which is printed as such.
    env: { ...process.env, CI: 'true' },
  });
  if (child.pid !== undefined) os.setPriority(child.pid, priority);
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
  await buildWebIfStale(console.log);
  const lines: string[] = [];
  const [tests, cluster] = await Promise.all([
    runScript('test', PRIORITY_BELOW_NORMAL, console.log),
    runScript('test:cluster', PRIORITY_NORMAL, (line) => lines.push(line)),
  ]);
  console.log(`\nCluster\n${lines.join('\n')}`);
  return addCounts(tests, cluster);
}

const total = await runEverything();
console.log(`\n${formatCounts(total)}`);
process.exit(total.failed === 0 ? 0 : 1);
