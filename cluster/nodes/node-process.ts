/** A node: the real server, as `npm start` runs it. It reports when it is ready, and exits with its parent process. */
import { main } from '../../server/src/main.ts';

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
await main({ empty: true, demo: false, dev: false }).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
process.send?.('ready');
