/** Named checks: prints a line for the result of each, and counts the results. */
import type { Counts } from '../scripts/test/test-counts.ts';

export type Checks = {
  /** Passes if there are no problems; prints the first few otherwise. */
  noProblems(name: string, problems: readonly string[], note?: string): void;
  that(name: string, passed: boolean, note?: string): void;
  skip(name: string, reason: string): void;
  readonly counts: Counts;
};

const MAX_PRINTED = 5;

export function createChecks(log: (line: string) => void): Checks {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  function record(name: string, passed: boolean, note: string): void {
    counts[passed ? 'passed' : 'failed']++;
    log(`${passed ? '✓' : '✗'} ${name}${note === '' ? '' : ` (${note})`}`);
  }
  return {
    counts,
    noProblems(name, problems, note = '') {
      record(name, problems.length === 0, note);
      for (const problem of problems.slice(0, MAX_PRINTED)) log(`    ${problem}`);
      if (problems.length > MAX_PRINTED) log(`    and ${problems.length - MAX_PRINTED} more`);
    },
    that: (name, passed, note = '') => record(name, passed, note),
    skip(name, reason) {
      counts.skipped++;
      log(`- ${name}: skipped, ${reason}`);
    },
  };
}
