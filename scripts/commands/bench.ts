import { StartError } from '../../server/src/platform/start-error.ts';
import { readOptions } from '../run/options.ts';
import { interruptOnClosedPipe } from '../run/quiet-pipe.ts';
import { reportFailure } from '../run/report-failure.ts';

const benches: Record<string, (args: readonly string[]) => Promise<void>> = {
  ops: async (args) => {
    const options = { seconds: 1, runs: 3, posts: 20_000, connections: [1, 16, 64], only: null, keep: null };
    const { benchOps } = await import('../../bench/ops/bench.ts');
    await benchOps(readOptions(args, options));
  },
  mixed: async (args) => {
    const options = { seconds: 2, runs: 5, posts: 20_000, members: 10_000, connections: 16 };
    const { benchMixed } = await import('../../bench/mixed/bench.ts');
    await benchMixed(readOptions(args, { ...options, only: null, keep: null, beside: null }));
  },
  growth: async (args) => {
    const options = { seconds: 1, runs: 5, posts: [20_000, 2_000_000], connections: 16, only: null, keep: null };
    const { benchGrowth } = await import('../../bench/ops/growth.ts');
    await benchGrowth(readOptions(args, options));
  },
  messages: async (args) => {
    const { benchMessages } = await import('../../bench/messages.ts');
    await benchMessages(readOptions(args, { seconds: 20 }));
  },
  'fan-out': async (args) => {
    readOptions(args, {});
    const { benchFanOut } = await import('../../bench/fan-out/bench.ts');
    await benchFanOut();
  },
  sizes: async (args) => {
    const { benchSizes } = await import('../../bench/sizes.ts');
    await benchSizes(readOptions(args, { posts: 50_000 }).posts);
  },
  capacity: async (args) => {
    readOptions(args, {});
    const { writeCapacity } = await import('../../bench/capacity.ts');
    await writeCapacity();
  },
  plans: async (args) => {
    const { printFeedPlans } = await import('../../bench/plans.ts');
    await printFeedPlans(readOptions(args, { posts: 50_000 }).posts);
  },
};

/**
 * `npm run bench -- <name>`: runs a bench and prints its results; most benches also write docs/benchmarks.md. Without a
 * name it runs `ops` at its small size.
 */
async function bench(): Promise<void> {
  // The databases and servers of a bench end on an interrupt.
  interruptOnClosedPipe();
  const [first = 'ops', ...rest] = process.argv.slice(2);
  const [name, args] = first.startsWith('--') ? ['ops', [first, ...rest]] : [first, rest];
  const run = benches[name];
  if (!run) throw new StartError(`Unknown bench "${name}". There are: ${Object.keys(benches).join(', ')}.`);
  await run(args);
}

await bench().catch(async (error: unknown) => {
  const { isInterrupted } = await import('../../bench/database.ts');
  // An interrupted bench ends by itself, once its databases have stopped.
  if (!isInterrupted()) reportFailure(error);
});
