import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installPrograms } from '../../cluster/nodes/programs.ts';
import { measureBundle, reportBundle } from '../check/bundle-size.ts';
import { runChecks } from '../check/checks.ts';
import { ROOT, runTool, stopToolsOnSignal } from '../run/run-tool.ts';
import { stopWhenOrphaned } from '../run/stop-when-orphaned.ts';
import { buildWebIfStale } from '../run/web-build.ts';
import { findChromium } from '../test/chromium.ts';
import { makeMemoryFolder } from '../test/memory-folder.ts';
import {
  addCounts,
  type Counts,
  formatCounts,
  NONE,
  readPlaywrightCounts,
  readPlaywrightFailures,
  readSkipReasons,
  readVitestCounts,
  readVitestFailures,
  withOutcome,
} from '../test/test-counts.ts';

type Part = { name: string; headline: string; run: () => Promise<Counts> };

const REPORTS = path.join(ROOT, '.cache/test');
/** Code that Node has compiled, for the many servers and tools that the tests start. */
const COMPILED = path.join(ROOT, '.cache/compiled');
/** The journeys' sources, as Playwright has transformed them. */
const TRANSFORMED = path.join(ROOT, '.cache/journeys');
const PROJECTS = ['contract', 'server', 'web', 'scripts'];
const UNIT_REPORT = path.join(REPORTS, 'vitest.json');
const JOURNEY_REPORT = path.join(REPORTS, 'playwright.json');
const say = (line: string) => console.log(`  ${line}`);

/** The parts of `npm test`, in order, as far as the words name them; other words narrow the tests by file. */
function planParts(words: string[]): Part[] {
  const names = new Set(['check', ...PROJECTS, 'size', 'e2e']);
  const filters = words.filter((word) => !names.has(word));
  const named = words.filter((word) => names.has(word));
  const wanted = (name: string) => named.length === 0 || named.includes(name);
  const projects = PROJECTS.filter(wanted);
  const parts: Part[] = [
    { name: 'check', headline: 'Format, lint, types, dead code', run: runCheckPart },
    // Before the tests: some start the product, which would build the pages in the middle of them.
    { name: 'size', headline: 'Web build and its size', run: runSizePart },
    { name: 'unit', headline: `Tests of ${projects.join(', ')}`, run: () => runVitest(projects, filters) },
    { name: 'e2e', headline: 'Journeys in a real browser', run: () => runPlaywright(filters) },
  ];
  return parts.filter(({ name }) => (name === 'unit' ? projects.length > 0 : wanted(name)));
}

async function runCheckPart(): Promise<Counts> {
  return { ...(await runChecks()), skipped: 0 };
}

async function runVitest(projects: string[], filters: string[]): Promise<Counts> {
  // Tests of missing programs count as skipped.
  if (projects.includes('server')) await installPrograms(['redis'], say);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  const { ok } = await runTool('vitest/vitest.mjs', ['run', ...chosen, ...reporters, ...filters], { show: true });
  for (const reason of readSkipReasons(UNIT_REPORT)) say(reason);
  return withOutcome(readVitestCounts(UNIT_REPORT), ok);
}

async function runSizePart(): Promise<Counts> {
  await buildWebIfStale(say);
  return { ...reportBundle(measureBundle()), skipped: 0 };
}

async function runPlaywright(filters: string[]): Promise<Counts> {
  await buildWebIfStale(say);
  const env = { CHROMIUM_PATH: await findChromium(say), PLAYWRIGHT_JSON_OUTPUT_FILE: JOURNEY_REPORT };
  const args = ['test', '--reporter=list,json', '--pass-with-no-tests', ...filters];
  const { ok } = await runTool('@playwright/test/cli.js', args, { show: true, env });
  return withOutcome(readPlaywrightCounts(JOURNEY_REPORT), ok);
}

/** A part that throws prints the reason and counts as one failure; the parts after it still run. */
async function runPart(part: Part): Promise<Counts> {
  console.log(`\n${part.headline}`);
  const began = performance.now();
  const counts = await part.run().catch((error: unknown): Counts => {
    say(error instanceof Error ? error.message : String(error));
    return { ...NONE, failed: 1 };
  });
  say(`${formatCounts(counts)} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return counts;
}

/** `npm test`: everything, to the end; the last line holds the counts. */
async function test(): Promise<void> {
  stopToolsOnSignal();
  // Also takes the launcher's id out of the environment: the commands that tests start have another parent.
  stopWhenOrphaned();
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  process.env['PLAYWRIGHT_TRANSFORM_CACHE_DIR'] ??= TRANSFORMED;
  const temporary = process.env['TMPDIR'] ?? makeMemoryFolder();
  if (temporary !== undefined) process.env['TMPDIR'] = temporary;
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const words = process.argv.slice(2);
  const parts = planParts(words);
  let total = NONE;
  let ran = 0;
  for (const part of parts) {
    const counts = await runPart(part);
    total = addCounts(total, counts);
    if (part.name === 'unit' || part.name === 'e2e') ran += counts.passed + counts.failed + counts.skipped;
  }
  const asked = parts.some(({ name }) => name === 'unit' || name === 'e2e');
  if (asked && ran === 0) {
    say(`No test was found${words.length > 0 ? ` for ${words.join(' ')}` : ''}.`);
    total = addCounts(total, { ...NONE, failed: 1 });
  }
  // Again at the end: the parts before have thousands of lines.
  const failures = [...readVitestFailures(UNIT_REPORT), ...readPlaywrightFailures(JOURNEY_REPORT)];
  if (failures.length > 0) console.log('\nFailed');
  for (const failure of failures) say(failure);
  console.log(`\n${formatCounts(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await test();
