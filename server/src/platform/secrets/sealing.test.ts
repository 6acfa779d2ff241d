import { describe, expect, it } from 'vitest';
import { type Cell, isSealed, seal, toSecretsKey, unseal } from './sealing.ts';

const key = toSecretsKey(Buffer.alloc(32, 1));
const cell: Cell = { table: 'two_factor', column: 'secret', row: 'ana' };

describe('A sealed value', () => {
  it('opens to the same text, and is different each time', () => {
    const sealed = seal(key, cell, 'JBSWY3DP Łódź');
    expect(unseal(key, cell, sealed)).toBe('JBSWY3DP Łódź');
    expect(seal(key, cell, 'JBSWY3DP Łódź')).not.toBe(sealed);
    expect([isSealed(sealed), isSealed('JBSWY3DP')]).toEqual([true, false]);
  });

  it('opens neither in another cell nor with another key', () => {
    const sealed = seal(key, cell, 'JBSWY3DP');
    expect(unseal(key, { ...cell, row: 'ben' }, sealed)).toBeNull();
    expect(unseal(key, { ...cell, column: 'last_step' }, sealed)).toBeNull();
    const other = Buffer.alloc(32, 2);
    expect(unseal(toSecretsKey(other), cell, sealed)).toBeNull();
    // The same id with another key.
    expect(unseal({ id: key.id, key: other }, cell, sealed)).toBeNull();
  });

  it('does not open after any part of it was changed', () => {
    const parts = seal(key, cell, 'JBSWY3DP').split('.');
    for (const at of [2, 3, 4]) {
      const changed = parts.with(at, (parts[at]?.startsWith('A') ? 'B' : 'A') + (parts[at] ?? '').slice(1));
      expect(unseal(key, cell, changed.join('.'))).toBeNull();
    }
    for (const broken of ['v1', 'v1.', 'v1....', parts.slice(0, 4).join('.'), parts.with(3, 'AA').join('.'), ''])
      expect(unseal(key, cell, broken)).toBeNull();
  });
});
