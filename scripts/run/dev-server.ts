import { fillDemo } from '../../demo/src/fill.ts';
import { main } from '../../server/src/main.ts';
import { reportFailure } from './report-failure.ts';
import { parseStartFlags } from './start-flags.ts';
import { stopWithDevelopment } from './stop-when-orphaned.ts';

/** Runs the server for `npm run dev`, in Node's watch mode. */
stopWithDevelopment();
await main({ ...parseStartFlags(process.argv.slice(2)), fillDemo, dev: true }).catch(reportFailure);
