import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

describe('Admission to the cache', () => {
  it('distinguishes a repeated request from a first one', () => {
    const isAgain = createAdmission(10);
    expect(['a', 'b', 'a', 'a', 'b', 'c'].map(isAgain)).toEqual([false, false, true, true, true, false]);
  });

  it('forgets a name after twice as many others, not before as many', () => {
    const isAgain = createAdmission(10);
    isAgain('a');
    for (let count = 0; count < 9; count++) isAgain(`other ${count}`);
    expect(isAgain('a')).toBe(true);
    for (let count = 0; count < 20; count++) isAgain(`another ${count}`);
    expect(isAgain('a')).toBe(false);
  });
});
