import path from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    maxWorkers: 2,
    // A second try is printed as such ("retry x1").
    retry: process.env['CI'] ? 1 : 0,
    passWithNoTests: true,
    projects: [
      { test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'], environment: 'node' } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['src/**/*.test.ts'],
          environment: 'node',
          pool: 'forks',
          // The server's modules are loaded once a worker; applications share nothing but them.
          isolate: false,
          globalSetup: [path.resolve(import.meta.dirname, 'server/src/testing/global-setup.ts')],
          testTimeout: 15_000,
          hookTimeout: 30_000,
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
          testTimeout: 60_000,
        },
      },
    ],
  },
});
