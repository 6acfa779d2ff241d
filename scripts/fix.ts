import { addSums } from './migration-sums.ts';
import { runTool } from './run-tool.ts';
import { saveNotice } from './third-party.ts';

/** `npm run fix`: formats everything, sorts imports, mends what the linter can, and writes down new migrations and packages. */
addSums();
saveNotice();
const formatted = await runTool('@biomejs/biome/bin/biome', ['check', '--write', '--colors=off', '.'], { show: true });
const linted = await runTool('oxlint/bin/oxlint', ['--type-aware', '--fix', '.'], { show: true });
process.exitCode = formatted.ok && linted.ok ? 0 : 1;
