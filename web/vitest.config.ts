import os from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { texts } from './texts-plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [texts(), react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/ui/test-setup.ts', './src/testing/setup.ts'],
    // Styles are not loaded, except the tokens, whose contrast is tested.
    css: { include: [/tokens\.css/], modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // A generous timeout: a slow machine must not fail a test.
    testTimeout: 45_000,
    // A retry is reported as such ("retry x1").
    retry: process.env['CI'] ? 1 : 0,
    // A module graph and a document for each file would take four times as long as the tests.
    isolate: false,
    // One more than there are cores, because tests wait for timers.
    maxWorkers: os.availableParallelism() + 1,
    // Projects that share modules run one after the other.
    sequence: { groupOrder: 1 },
  },
});
