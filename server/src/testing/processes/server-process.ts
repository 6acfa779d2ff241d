/** The real server in a child process, for tests that kill it: `fork` this file with its settings as environment. */
import { main } from '#main.ts';

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
await main({ empty: true, demo: false, dev: false }).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
process.send?.('ready');
