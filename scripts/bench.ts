import { StartError } from '../server/src/platform/start-error.ts';
import { reportFailure } from './report-failure.ts';

const benches: Record<string, () => Promise<void>> = {
  feed: async () => {
    const { benchFeed } = await import('../bench/feed.ts');
    await benchFeed({
      seconds: readNumber('seconds', 3),
      runs: readNumber('runs', 3),
      posts: readNumber('posts', 50_000),
    });
  },
  likes: async () => {
    const { benchLikes } = await import('../bench/likes.ts');
    await benchLikes({ seconds: readNumber('seconds', 5), runs: readNumber('runs', 3) });
  },
  messages: async () => {
    const { benchMessages } = await import('../bench/messages.ts');
    await benchMessages({ seconds: readNumber('seconds', 20) });
  },
  search: async () => {
    const { benchSearch } = await import('../bench/search.ts');
    await benchSearch({ seconds: readNumber('seconds', 10), members: readNumber('members', 1_000_000) });
  },
  'fan-out': async () => {
    const { benchFanOut } = await import('../bench/fan-out/bench.ts');
    await benchFanOut();
  },
  sizes: async () => {
    const { benchSizes } = await import('../bench/sizes.ts');
    await benchSizes(readNumber('posts', 50_000));
  },
  plans: async () => {
    const { printFeedPlans } = await import('../bench/plans.ts');
    await printFeedPlans(readNumber('posts', 50_000));
  },
};

/** The number of `--name=…`, or what is usual. Throws StartError on anything that is none. */
function readNumber(name: string, usual: number): number {
  const word = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  if (word === undefined) return usual;
  const number = Number(word.slice(name.length + 3));
  if (!Number.isInteger(number) || number < 1) throw new StartError(`--${name} must be a whole number above 0.`);
  return number;
}

/** `npm run bench -- <name>`: measures, prints, and writes docs/benchmarks.md. */
async function bench(): Promise<void> {
  const name = process.argv[2] ?? '';
  const run = benches[name];
  if (!run) {
    throw new StartError(
      `Unknown bench "${name}". There are: ${Object.keys(benches).join(', ')}; with --seconds, --runs, --posts, --members.`,
    );
  }
  await run();
}

await bench().catch(reportFailure);
