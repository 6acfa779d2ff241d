/** Named checks with their results: a line each, counted in the end. */
import type { Counts } from '../scripts/test/test-counts.ts';

export type Checks = {
  /** Passes when there are no errors; shows the first few. */
  wrong(name: string, faults: readonly string[], note?: string): void;
  that(name: string, isSo: boolean, note?: string): void;
  skip(name: string, why: string): void;
  readonly counts: Counts;
};

const SHOWN = 5;

export function createChecks(say: (line: string) => void): Checks {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  function settle(name: string, passed: boolean, note: string): void {
    counts[passed ? 'passed' : 'failed']++;
    say(`${passed ? '✓' : '✗'} ${name}${note === '' ? '' : ` (${note})`}`);
  }
  return {
    counts,
    wrong(name, faults, note = '') {
      settle(name, faults.length === 0, note);
      for (const fault of faults.slice(0, SHOWN)) say(`    ${fault}`);
      if (faults.length > SHOWN) say(`    and ${faults.length - SHOWN} more`);
    },
    that: (name, isSo, note = '') => settle(name, isSo, note),
    skip(name, why) {
      counts.skipped++;
      say(`- ${name}: skipped, ${why}`);
    },
  };
}
