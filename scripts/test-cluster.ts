import { runClusterTest } from '../cluster/run.ts';
import { formatCounts } from './test-counts.ts';

/** `npm run test:cluster`: several nodes in a storm; the last line holds the counts. */
const counts = await runClusterTest((line) => console.log(line));
console.log(`\n${formatCounts(counts)}`);
process.exit(counts.failed === 0 ? 0 : 1);
