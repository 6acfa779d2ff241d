import { spawn } from 'node:child_process';
import os from 'node:os';
import { createInterface } from 'node:readline';
import { installPrograms } from '../../cluster/nodes/programs.ts';
import { ROOT } from '../run/run-tool.ts';
import { buildWebIfStale } from '../run/web-build.ts';
import { addCounts, type Counts, formatCounts, parseCounts, withOutcome } from '../test/test-counts.ts';

type Print = (line: string) => void;

/** Added to the tests' nice value, so that the cluster test gets the processor first. */
const NICE_INCREMENT = 10;
const MAX_NICE = 19;

/** Runs an npm script and passes its output to `print`, line by line. Returns the last counts in the output. */
async function runScript(name: string, print: Print, niceIncrement = 0): Promise<Counts> {
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // CI makes a failed test run a second time; the output shows such retries.
    env: { ...process.env, CI: 'true' },
  });
  if (child.pid !== undefined && niceIncrement > 0)
    os.setPriority(child.pid, Math.min(MAX_NICE, os.getPriority() + niceIncrement));
  let counts: Counts | undefined;
  const succeeded = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  for await (const line of createInterface({ input: child.stdout })) {
    print(line);
    counts = parseCounts(line) ?? counts;
  }
  return withOutcome(counts, await succeeded);
}

/**
 * Does the work of `.ci/run`: runs all tests and, at the same time, the cluster test, which mostly waits. The cluster
 * test has the higher priority, because its measurements have limits in seconds. Returns the sum of both counts.
 */
async function runEverything(): Promise<Counts> {
  // Both scripts need these; they are prepared once, before the scripts run side by side.
  await installPrograms(['redis', 'balancer'], console.log);
  // If the build fails, both scripts report it.
  await buildWebIfStale(console.log).catch(() => undefined);
  const clusterLines: string[] = [];
  const [tests, cluster] = await Promise.all([
    runScript('test', console.log, NICE_INCREMENT),
    runScript('test:cluster', (line) => clusterLines.push(line)),
  ]);
  console.log(`\nCluster\n${clusterLines.join('\n')}`);
  return addCounts(tests, cluster);
}

const total = await runEverything();
console.log(`\n${formatCounts(total)}`);
process.exit(total.failed === 0 ? 0 : 1);
