import { StartError } from '../../server/src/platform/start-error.ts';
import { interruptOnClosedPipe } from '../run/quiet-pipe.ts';
import { reportFailure } from '../run/report-failure.ts';

const benches: Record<string, () => Promise<void>> = {
  ops: async () => {
    const { benchOps } = await import('../../bench/ops/bench.ts');
    await benchOps({
      seconds: readNumber('seconds', 1),
      runs: readNumber('runs', 3),
      posts: readNumber('posts', 20_000),
      connections: readNumbers('connections', [1, 16, 64]),
      only: readOption('only'),
      keep: readOption('keep'),
    });
  },
  mixed: async () => {
    const { benchMixed } = await import('../../bench/mixed/bench.ts');
    await benchMixed({
      seconds: readNumber('seconds', 2),
      runs: readNumber('runs', 5),
      posts: readNumber('posts', 20_000),
      members: readNumber('members', 10_000),
      connections: readNumber('connections', 16),
      only: readOption('only'),
      keep: readOption('keep'),
      beside: readOption('beside'),
    });
  },
  growth: async () => {
    const { benchGrowth } = await import('../../bench/ops/growth.ts');
    await benchGrowth({
      seconds: readNumber('seconds', 1),
      runs: readNumber('runs', 5),
      posts: readNumbers('posts', [20_000, 2_000_000]),
      connections: readNumber('connections', 16),
      only: readOption('only'),
      keep: readOption('keep'),
    });
  },
  messages: async () => {
    const { benchMessages } = await import('../../bench/messages.ts');
    await benchMessages({ seconds: readNumber('seconds', 20) });
  },
  'fan-out': async () => {
    const { benchFanOut } = await import('../../bench/fan-out/bench.ts');
    await benchFanOut();
  },
  sizes: async () => {
    const { benchSizes } = await import('../../bench/sizes.ts');
    await benchSizes(readNumber('posts', 50_000));
  },
  capacity: async () => {
    const { writeCapacity } = await import('../../bench/capacity.ts');
    await writeCapacity();
  },
  plans: async () => {
    const { printFeedPlans } = await import('../../bench/plans.ts');
    await printFeedPlans(readNumber('posts', 50_000));
  },
};

const readOption = (name: string): string | null =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;

/** Returns the numbers of the option `--name=1,16`, or `defaults` without it. Throws StartError if it is malformed. */
function readNumbers(name: string, defaults: number[]): number[] {
  const value = readOption(name);
  if (value === null) return defaults;
  const numbers = value.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1))
    throw new StartError(`--${name} must be one or more whole numbers above 0, separated by commas.`);
  return numbers;
}

/** Returns the number of the option `--name=16`, or `fallback` without it. Throws StartError if it is malformed. */
const readNumber = (name: string, fallback: number): number => readNumbers(name, [fallback])[0] ?? fallback;

/**
 * `npm run bench -- <name>`: runs a bench and prints its results; most benches also write docs/benchmarks.md. Without a
 * name it runs `ops` at its small size.
 */
async function bench(): Promise<void> {
  // The databases and servers of a bench end on an interrupt.
  interruptOnClosedPipe();
  const word = process.argv[2] ?? 'ops';
  const name = word.startsWith('--') ? 'ops' : word;
  const run = benches[name];
  if (!run) {
    throw new StartError(
      `Unknown bench "${name}". There are: ${Object.keys(benches).join(', ')}; ` +
        'with --seconds, --runs, --posts, --members, --connections, --only, --keep, --beside.',
    );
  }
  await run();
}

await bench().catch(async (error: unknown) => {
  const { isInterrupted } = await import('../../bench/database.ts');
  // An interrupted bench ends by itself, once its databases have stopped.
  if (!isInterrupted()) reportFailure(error);
});
