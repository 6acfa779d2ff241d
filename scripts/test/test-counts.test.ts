import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  addCounts,
  formatCounts,
  parseCounts,
  readPlaywrightCounts,
  readPlaywrightFailures,
  readSkipReasons,
  readVitestCounts,
  readVitestFailures,
  withOutcome,
} from './test-counts.ts';

function writeReport(content: unknown): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('readVitestCounts counts a file that fails outside its tests as one failure', () => {
  const file = writeReport({
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  });
  expect(readVitestCounts(file)).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

test('readSkipReasons lists each reason once, with its number of tests', () => {
  const skipped = (fullName: string) => ({ status: 'skipped', fullName });
  const file = writeReport({
    testResults: [
      { status: 'passed', assertionResults: [skipped('Redis (needs redis-server) is asked'), { status: 'passed' }] },
      { status: 'passed', assertionResults: [skipped('the allowance (needs redis-server) is shared'), skipped('odd')] },
    ],
  });
  expect(readSkipReasons(file)).toEqual(['2 skipped: needs redis-server', '1 skipped: no reason is given: odd']);
  expect(readSkipReasons('/nowhere')).toEqual([]);
});

test('readPlaywrightCounts counts errors outside the journeys as failures', () => {
  const file = writeReport({ stats: { expected: 2, unexpected: 1, flaky: 0, skipped: 0 }, errors: [{}] });
  expect(readPlaywrightCounts(file)).toEqual({ passed: 2, failed: 2, skipped: 0 });
});

test('withOutcome counts a part that crashed as one failure, with or without a report', () => {
  expect(withOutcome(readVitestCounts('/nonexistent'), false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(withOutcome({ passed: 5, failed: 0, skipped: 0 }, false)).toEqual({ passed: 5, failed: 1, skipped: 0 });
  expect(withOutcome({ passed: 5, failed: 2, skipped: 0 }, false)).toEqual({ passed: 5, failed: 2, skipped: 0 });
});

test('formatCounts mentions skipped tests only if there are any', () => {
  const counts = { passed: 2, failed: 0, skipped: 0 };
  expect(formatCounts(counts)).toBe('2 passed, 0 failed');
  expect(formatCounts(addCounts(counts, { passed: 1, failed: 1, skipped: 4 }))).toBe('3 passed, 1 failed, 4 skipped');
});

test('parseCounts reads what formatCounts writes, and ignores any other line', () => {
  for (const counts of [
    { passed: 12, failed: 0, skipped: 0 },
    { passed: 1, failed: 2, skipped: 3 },
  ])
    expect(parseCounts(formatCounts(counts))).toEqual(counts);
  expect(parseCounts('  12 passed, 0 failed (3.1 s)')).toBeUndefined();
  expect(parseCounts('Tests 12 passed')).toBeUndefined();
});

test('readVitestFailures lists failed tests and files that failed to load, with the first line of each message', () => {
  const file = writeReport({
    testResults: [
      { name: '/a/one.test.ts', status: 'failed', message: 'Cannot find it\n  at x', assertionResults: [] },
      {
        name: '/a/two.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'holds' },
          { status: 'failed', fullName: 'counts', failureMessages: ['expected 1 to be 2\n  at y'] },
        ],
      },
      { name: '/a/three.test.ts', status: 'passed', message: '', assertionResults: [{ status: 'passed' }] },
    ],
  });
  expect(readVitestFailures(file)).toEqual(['one.test.ts: Cannot find it', 'two.test.ts › counts: expected 1 to be 2']);
  expect(readVitestFailures('/nowhere')).toEqual([]);
});

test('readPlaywrightFailures lists failed journeys of nested suites, and errors outside them', () => {
  const file = writeReport({
    suites: [
      {
        specs: [{ ok: true, file: 'feed.spec.ts', title: 'scrolls' }],
        suites: [{ specs: [{ ok: false, file: 'feed.spec.ts', title: 'keeps its place' }] }],
      },
    ],
    errors: [{ message: 'no browser\n  at z' }],
  });
  expect(readPlaywrightFailures(file)).toEqual(['feed.spec.ts › keeps its place', 'no browser']);
  expect(readPlaywrightFailures('/nowhere')).toEqual([]);
});
