import { reportFailure } from './report-failure.ts';

/** `npm run demo`: fills the configured database with the demo community. */
async function demo(): Promise<void> {
  const { runDemo } = await import('../server/src/demo/run.ts');
  await runDemo();
}

await demo().catch(reportFailure);
