import os from 'node:os';
import { defineConfig } from '@playwright/test';

/** `npm test` finds a Chromium and sets its path here. */
const executablePath = process.env['CHROMIUM_PATH'];

/** Each worker has a browser and a product of its own, of up to 1 GB together. */
const MOST_WORKERS = 6;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/product.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than there are cores, because journeys wait for the browser and the server. Two more take longer.
  workers: Math.min(os.availableParallelism() + 1, MOST_WORKERS),
  // A retry is reported as such ("flaky"), and its trace is kept.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  // Generous: a slow machine must not fail a journey.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    // Recording every step would take a third of the time.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // Without optimizing compilers: journeys are too short to gain from them, and take up to an eighth more time.
        '--js-flags=--max-opt=1',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
