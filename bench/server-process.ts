/** The real server, as `npm start` runs it. It sends its port, and exits with its parent process. */
import { main } from '../server/src/main.ts';

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await main({ empty: true, demo: false, dev: false });
process.send?.(Number(process.env['PORT']));
