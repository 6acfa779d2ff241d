/** The real server in a process of its own, for tests that kill it: `fork` this file with its settings as environment. */
import { main } from '../main.ts';

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
await main({ empty: true, dev: false });
process.send?.('ready');
