import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { WaitingEarly } from './scripts/test/waiting-early.ts';

/** A second try is printed as such ("retry x1"). */
const retry = process.env['CI'] ? 1 : 0;

/** Room for what a test leaves behind: else the collector takes a seventh of the time. */
const execArgv = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

export default defineConfig({
  test: {
    // Two more than cores: many tests wait for a while.
    maxWorkers: 4,
    passWithNoTests: true,
    sequence: { sequencer: WaitingEarly },
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'server',
          // The demo community is made by the server's own code, over the same database server.
          include: ['server/src/**/*.test.ts', 'demo/src/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          // The server's modules are loaded once a worker; applications share nothing but them.
          isolate: false,
          execArgv,
          setupFiles: [path.resolve(import.meta.dirname, 'server/src/testing/cheap-passwords.ts')],
          globalSetup: [path.resolve(import.meta.dirname, 'server/src/testing/global-setup.ts')],
          retry,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // A busy machine is slow, not wrong.
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
          testTimeout: 60_000,
        },
      },
    ],
  },
});
