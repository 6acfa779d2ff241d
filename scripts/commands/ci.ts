import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from '../run/run-tool.ts';
import { addCounts, type Counts, formatCounts, NONE, parseCounts, withOutcome } from '../test/test-counts.ts';

/** Runs an npm script with its output shown as it comes; its counts are those of the last line that holds some. */
async function runScript(name: string): Promise<Counts> {
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // A failed test gets a second try, which is printed as such.
    env: { ...process.env, CI: 'true' },
  });
  let counts: Counts | undefined;
  const done = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    counts = parseCounts(line) ?? counts;
  }
  return withOutcome(counts, await done);
}

/** The work of `.ci/run`: all tests, then the cluster test; the last line has the counts of both. */
let total = NONE;
for (const name of ['test', 'test:cluster']) total = addCounts(total, await runScript(name));
console.log(`\n${formatCounts(total)}`);
process.exit(total.failed === 0 ? 0 : 1);
