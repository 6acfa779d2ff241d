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
    // Styles are not loaded, but for the tokens: their contrasts are measured.
    css: { include: [/tokens\.css/], modules: { classNameStrategy: 'non-scoped' } },
    restoreMocks: true,
    // A busy machine is slow, not wrong.
    testTimeout: 15_000,
    // A second try is printed as such ("retry x1").
    retry: process.env['CI'] ? 1 : 0,
    // A module graph and a document for each file cost four times what the tests do.
    isolate: false,
    // The default leaves a core without work, one of two on a small machine.
    maxWorkers: os.availableParallelism(),
    // Projects that share modules run one after the other.
    sequence: { groupOrder: 1 },
  },
});
