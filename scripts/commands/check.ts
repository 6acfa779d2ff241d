import { runChecks } from '../check/checks.ts';
import { stopToolsOnSignal } from '../run/run-tool.ts';

/** `npm run check`: checks format, lint, types and dead code without writing anything. */
async function check(): Promise<void> {
  stopToolsOnSignal();
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await check();
