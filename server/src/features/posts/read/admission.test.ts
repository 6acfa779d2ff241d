import { describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

describe('asking again', () => {
  it('is told from asking for the first time', () => {
    const isAgain = createAdmission(10);
    expect(['a', 'b', 'a', 'a', 'b', 'c'].map(isAgain)).toEqual([false, false, true, true, true, false]);
  });

  it('is forgotten after twice as many others, not before as many', () => {
    const isAgain = createAdmission(10);
    isAgain('a');
    for (let count = 0; count < 9; count++) isAgain(`other ${count}`);
    expect(isAgain('a')).toBe(true);
    for (let count = 0; count < 20; count++) isAgain(`another ${count}`);
    expect(isAgain('a')).toBe(false);
  });
});
