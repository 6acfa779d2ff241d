import { readWords } from '../run/command-words.ts';
import { exitOnClosedPipe } from '../run/quiet-pipe.ts';
import { reportFailure } from '../run/report-failure.ts';

const symbols = { ok: '✓', warn: '!', fail: '✗' } as const;

/** `npm run doctor [-- --repair] [--quick]`: checks the installation; exits with code 1 if a check failed. */
async function run(): Promise<void> {
  exitOnClosedPipe();
  const { options } = readWords('npm run doctor -- [--repair] [--quick]');
  const { examine } = await import('../../server/src/operations/doctor/doctor.ts');
  const { summarize } = await import('../../server/src/operations/doctor/finding.ts');
  const { parseConfig } = await import('../../server/src/config/config.ts');
  const { ROOT } = await import('../../server/src/main.ts');
  let lastCheck = '';
  const counts = await examine(parseConfig(process.env, ROOT), {
    repair: options.has('--repair'),
    quick: options.has('--quick'),
    onFinding(check, { level, text, advice }) {
      if (check !== lastCheck) console.log(check);
      lastCheck = check;
      console.log(`  ${symbols[level]} ${text}${advice === undefined ? '' : `\n    ${advice}`}`);
    },
  });
  console.log(summarize(counts));
  process.exitCode = counts.fail > 0 ? 1 : 0;
}

await run().catch(reportFailure);
