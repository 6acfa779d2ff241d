/** The real server, started as `npm start` does; sends its port, and ends with its parent process. */
import { main } from '../server/src/main.ts';

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await main({ empty: true, demo: false, dev: false });
process.send?.(Number(process.env['PORT']));
