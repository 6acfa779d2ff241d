import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { WaitingEarly } from './scripts/test/waiting-early.ts';

/** A retry is reported as such ("retry x1"). */
const retry = process.env['CI'] ? 1 : 0;

/** A larger young generation: with the default, garbage collection takes a seventh of the time. */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

const MOST_WORKERS = 8;

/** The limit for a test or hook: generous, since a slow machine must not fail one. */
const TEST_LIMIT_MS = 240_000;

export default defineConfig({
  test: {
    // Two more than there are cores, because many tests wait for something; each takes up to 1 GB of memory.
    maxWorkers: Math.min(os.availableParallelism() + 2, MOST_WORKERS),
    passWithNoTests: true,
    sequence: { sequencer: WaitingEarly },
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'server',
          // The server's own code creates the demo community, on the same database server.
          include: ['server/src/**/*.test.ts', 'demo/src/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          // The server's modules are loaded once per worker; applications share nothing else.
          isolate: false,
          execArgv,
          setupFiles: [path.resolve(import.meta.dirname, 'server/src/testing/cheap-passwords.ts')],
          globalSetup: [path.resolve(import.meta.dirname, 'server/src/testing/global-setup.ts')],
          retry,
          testTimeout: TEST_LIMIT_MS,
          hookTimeout: TEST_LIMIT_MS,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      './web/vitest.config.ts',
      {
        test: {
          name: 'scripts',
          root: 'scripts',
          include: ['**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          isolate: false,
          retry,
          testTimeout: TEST_LIMIT_MS,
        },
      },
    ],
  },
});
