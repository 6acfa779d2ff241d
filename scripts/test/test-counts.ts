import { readFileSync } from 'node:fs';
import path from 'node:path';

export type Counts = { passed: number; failed: number; skipped: number };

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** `12 passed, 0 failed`, and the skipped ones if there are any. */
export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Reads such a line back; undefined for any other. */
export function parseCounts(line: string): Counts | undefined {
  const [, passed, failed, skipped = '0'] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line.trim()) ?? [];
  if (passed === undefined || failed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** A part that ended badly although no test failed (it crashed, or wrote no report) counts as one failure. */
export function withOutcome(counts: Counts | undefined, ok: boolean): Counts {
  const known = counts ?? NONE;
  return ok || known.failed > 0 ? known : { ...known, failed: 1 };
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[];
  }[];
};

/** Counts of Vitest's JSON report; a file that failed outside its tests counts as one. Undefined without a report. */
export function readVitestCounts(file: string): Counts | undefined {
  const report: VitestReport | undefined = readJson(file);
  if (report === undefined) return undefined;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Returns why tests of Vitest's report were skipped, by "(needs …)" in their names, each with its number of tests. */
export function readSkipReasons(file: string): string[] {
  const report: VitestReport | undefined = readJson(file);
  const counts = new Map<string, number>();
  for (const { status, fullName = '' } of report?.testResults.flatMap((one) => one.assertionResults) ?? []) {
    if (status === 'passed' || status === 'failed') continue;
    const reason = /\((needs [^)]+)\)/.exec(fullName)?.[1] ?? `no reason is given: ${fullName}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `${count} skipped: ${reason}`);
}

type PlaywrightSuite = { specs?: { ok: boolean; file: string; title: string }[]; suites?: PlaywrightSuite[] };

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
};

/** Counts of Playwright's JSON report; errors outside tests count as failures. Undefined without a report. */
export function readPlaywrightCounts(file: string): Counts | undefined {
  const report: PlaywrightReport | undefined = readJson(file);
  if (report === undefined) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

/** Returns a line for each failed test of Vitest's report: its file, its name and the first line of its message. */
export function readVitestFailures(file: string): string[] {
  const report: VitestReport | undefined = readJson(file);
  return (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${path.basename(name)}: ${firstLine(message)}`];
      return failed.map(
        ({ fullName = '', failureMessages = [] }) =>
          `${path.basename(name)} › ${fullName}: ${firstLine(failureMessages[0] ?? '')}`,
      );
    });
}

/** Returns a line for each failed journey of Playwright's report, and for each error outside them. */
export function readPlaywrightFailures(file: string): string[] {
  const report: PlaywrightReport | undefined = readJson(file);
  const failedOf = (suite: PlaywrightSuite): string[] => [
    ...(suite.specs ?? []).filter(({ ok }) => !ok).map(({ file: spec, title }) => `${spec} › ${title}`),
    ...(suite.suites ?? []).flatMap(failedOf),
  ];
  const errors = (report?.errors ?? []).map(({ message = '' }) => firstLine(message));
  return [...(report?.suites ?? []).flatMap(failedOf), ...errors];
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

/** The content of the report; the readers above know the form that their tool writes. */
function readJson(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
