/** The real server in a child process, for tests that kill it: `fork` this file with the settings as environment. */
import { flushCompileCache } from 'node:module';
import { main } from '#main.ts';

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
/** Only for tests: origins that replace external hosts, as JSON. */
const { TEST_HOST_OVERRIDES, ...settings } = process.env;
process.env = settings;
const hostOverrides = TEST_HOST_OVERRIDES
  ? { hostOverrides: JSON.parse(TEST_HOST_OVERRIDES) as Record<string, string> }
  : {};
await main({ empty: true, demo: false, dev: false, ...hostOverrides }).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
// Node writes its compile cache at the end of a process, which one that is killed does not reach.
flushCompileCache();
process.send?.('ready');
