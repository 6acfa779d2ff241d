import { readFileSync } from 'node:fs';
import path from 'node:path';

export type Counts = { passed: number; failed: number; skipped: number };

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** Returns `12 passed, 0 failed`, followed by `, 3 skipped` if any test was skipped. */
export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Parses a line of `formatCounts`. Returns undefined for any other line. */
export function parseCounts(line: string): Counts | undefined {
  const [, passed, failed, skipped = '0'] = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line.trim()) ?? [];
  if (passed === undefined || failed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** Counts one failure if the part ended with an error although no test failed: it crashed, or wrote no report. */
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

/** Counts of Vitest's JSON report. A file that failed outside its tests is one failure. Undefined without a report. */
export function readVitestCounts(file: string): Counts | undefined {
  const report: VitestReport | undefined = readJson(file);
  if (report === undefined) return undefined;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Returns the reasons for which tests of Vitest's report were skipped, each with its number of tests. A test states its
 * reason as "(needs …)" in its name.
 */
export function readSkipReasons(file: string): string[] {
  const report: VitestReport | undefined = readJson(file);
  const counts = new Map<string, number>();
  for (const { status, fullName = '' } of report?.testResults.flatMap((result) => result.assertionResults) ?? []) {
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

/** Counts of Playwright's JSON report. Errors outside tests are failures. Undefined without a report. */
export function readPlaywrightCounts(file: string): Counts | undefined {
  const report: PlaywrightReport | undefined = readJson(file);
  if (report === undefined) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

/** Returns a line for each failed test of Vitest's report: file, test name and first line of the message. */
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

/** Returns a line for each failed journey of Playwright's report and for each error outside the journeys. */
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

/** Returns the parsed report, or undefined if it cannot be read. The callers state the format of their tool. */
function readJson(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
