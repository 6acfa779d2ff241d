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
/** Playwright's cache of the journeys' transformed sources. */
const TRANSFORMED = path.join(ROOT, '.cache/journeys');
const PROJECTS = ['contract', 'server', 'web', 'scripts'];
const UNIT_REPORT = path.join(REPORTS, 'vitest.json');
const JOURNEY_REPORT = path.join(REPORTS, 'playwright.json');
const print = (line: string) => console.log(`  ${line}`);

/** Returns the parts of `npm test` that the words name, or all, in order. Other words filter the tests by file name. */
function planParts(words: string[]): Part[] {
  const names = new Set(['check', ...PROJECTS, 'size', 'e2e']);
  const filters = words.filter((word) => !names.has(word));
  const named = words.filter((word) => names.has(word));
  const isSelected = (name: string) => named.length === 0 || named.includes(name);
  const projects = PROJECTS.filter(isSelected);
  const parts: Part[] = [
    { name: 'check', headline: 'Format, lint, types, dead code', run: runCheckPart },
    // Before the tests: some start the product, which would otherwise build the web application during the tests.
    { name: 'size', headline: 'Web build and bundle sizes', run: runSizePart },
    { name: 'unit', headline: `Tests of ${projects.join(', ')}`, run: () => runVitest(projects, filters) },
    { name: 'e2e', headline: 'Journeys in a real browser', run: () => runPlaywright(filters) },
  ];
  return parts.filter(({ name }) => (name === 'unit' ? projects.length > 0 : isSelected(name)));
}

async function runCheckPart(): Promise<Counts> {
  return { ...(await runChecks()), skipped: 0 };
}

async function runVitest(projects: string[], filters: string[]): Promise<Counts> {
  // Tests that need a program which could not be installed count as skipped.
  if (projects.includes('server')) await installPrograms(['redis'], print);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`];
  const projectArgs = projects.flatMap((project) => ['--project', project]);
  const { ok } = await runTool('vitest/vitest.mjs', ['run', ...projectArgs, ...reporters, ...filters], { show: true });
  for (const reason of readSkipReasons(UNIT_REPORT)) print(reason);
  return withOutcome(readVitestCounts(UNIT_REPORT), ok);
}

async function runSizePart(): Promise<Counts> {
  await buildWebIfStale(print);
  return { ...reportBundle(measureBundle()), skipped: 0 };
}

async function runPlaywright(filters: string[]): Promise<Counts> {
  await buildWebIfStale(print);
  const env = { CHROMIUM_PATH: await findChromium(print), PLAYWRIGHT_JSON_OUTPUT_FILE: JOURNEY_REPORT };
  const args = ['test', '--reporter=list,json', '--pass-with-no-tests', ...filters];
  const { ok } = await runTool('@playwright/test/cli.js', args, { show: true, env });
  return withOutcome(readPlaywrightCounts(JOURNEY_REPORT), ok);
}

/** Runs a part and prints its counts. If the part throws, prints the reason and counts one failure. */
async function runPart(part: Part): Promise<Counts> {
  console.log(`\n${part.headline}`);
  const startedAt = performance.now();
  const counts = await part.run().catch((error: unknown): Counts => {
    print(error instanceof Error ? error.message : String(error));
    return { ...NONE, failed: 1 };
  });
  print(`${formatCounts(counts)} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return counts;
}

/** `npm test`: runs all selected parts, even after a failure; the last line has the counts. */
async function test(): Promise<void> {
  stopToolsOnSignal();
  // Also removes the launcher's id from the environment: the commands that tests start have a different parent.
  stopWhenOrphaned();
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
  const testsSelected = parts.some(({ name }) => name === 'unit' || name === 'e2e');
  if (testsSelected && ran === 0) {
    print(`No tests were found${words.length > 0 ? ` for ${words.join(' ')}` : ''}.`);
    total = addCounts(total, { ...NONE, failed: 1 });
  }
  // Failures are repeated at the end, because the output of the parts has thousands of lines.
  const failures = [...readVitestFailures(UNIT_REPORT), ...readPlaywrightFailures(JOURNEY_REPORT)];
  if (failures.length > 0) console.log('\nFailed');
  for (const failure of failures) print(failure);
  console.log(`\n${formatCounts(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await test();
