import { parseArgs } from 'node:util';
import { runClusterTest, usual } from '../../cluster/run.ts';
import { formatCounts } from '../test/test-counts.ts';

/** `npm run test:cluster`: several nodes in a storm; the last line holds the counts. `-- --seconds=90 --seed=7 --outage=frozen` for others. */
const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, outage: { type: 'string' } },
});
const wishes = {
  seconds: Number(values.seconds ?? usual.seconds),
  seed: Number(values.seed ?? usual.seed),
  outage: values.outage === 'frozen' ? ('frozen' as const) : usual.outage,
};
const counts = await runClusterTest((line) => console.log(line), wishes);
console.log(`\n${formatCounts(counts)}`);
process.exit(counts.failed === 0 ? 0 : 1);
