import { defineConfig } from '@playwright/test';

/** `npm test` finds a Chromium and names it here. */
const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/product.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than cores: journeys wait for what is drawn and told.
  workers: 3,
  // A second try is printed as such ("flaky"), and its trace kept.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  // A busy machine is slow, not wrong: no journey is a timed test.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    // Recording every step costs a third of the time.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
