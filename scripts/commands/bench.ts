import { StartError } from '../../server/src/platform/start-error.ts';
import { reportFailure } from '../run/report-failure.ts';

const benches: Record<string, () => Promise<void>> = {
  ops: async () => {
    const { benchOps } = await import('../../bench/ops/bench.ts');
    await benchOps({
      seconds: readNumber('seconds', 1),
      runs: readNumber('runs', 3),
      posts: readNumber('posts', 20_000),
      connections: readNumbers('connections', [1, 16, 64]),
      only: readWord('only'),
      keep: readWord('keep'),
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
      only: readWord('only'),
      keep: readWord('keep'),
      beside: readWord('beside'),
    });
  },
  growth: async () => {
    const { benchGrowth } = await import('../../bench/ops/growth.ts');
    await benchGrowth({
      seconds: readNumber('seconds', 1),
      runs: readNumber('runs', 5),
      posts: readNumbers('posts', [20_000, 2_000_000]),
      connections: readNumber('connections', 16),
      only: readWord('only'),
      keep: readWord('keep'),
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

const readWord = (name: string): string | null =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? null;

/** Returns the numbers of `--name=1,16`, or the default. Throws StartError on anything else. */
function readNumbers(name: string, usual: number[]): number[] {
  const word = readWord(name);
  if (word === null) return usual;
  const numbers = word.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1))
    throw new StartError(`--${name} must be whole numbers above 0.`);
  return numbers;
}

/** The same for a single number. */
const readNumber = (name: string, usual: number): number => readNumbers(name, [usual])[0] ?? usual;

/**
 * `npm run bench -- <name>`: measures, prints, and writes docs/benchmarks.md; without a name `ops` for the small
 * size.
 */
async function bench(): Promise<void> {
  const asked = process.argv[2] ?? 'ops';
  const name = asked.startsWith('--') ? 'ops' : asked;
  const run = benches[name];
  if (!run) {
    throw new StartError(
      `Unknown bench "${name}". There are: ${Object.keys(benches).join(', ')}; ` +
        'with --seconds, --runs, --posts, --members, --connections, --only, --keep.',
    );
  }
  await run();
}

await bench().catch(reportFailure);
