import { parseArgs } from 'node:util';
import { runClusterTest, usual } from '../../cluster/run.ts';
import { formatCounts } from '../test/test-counts.ts';

/**
 * `npm run test:cluster`: runs the fault-injection test of several nodes; the last line has the counts.
 * `-- --seconds=90 --seed=7 --outage=frozen` changes the faults.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, outage: { type: 'string' } },
});
const settings = {
  seconds: Number(values.seconds ?? usual.seconds),
  seed: Number(values.seed ?? usual.seed),
  outage: values.outage === 'frozen' ? ('frozen' as const) : usual.outage,
};
const counts = await runClusterTest((line) => console.log(line), settings);
console.log(`\n${formatCounts(counts)}`);
process.exit(counts.failed === 0 ? 0 : 1);
