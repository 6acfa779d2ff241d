import { afterEach, describe, expect, it } from 'vitest';
import { firstIdAt, newId, setIdClock } from './id.ts';
import { bytesOfIds, ID_BYTES, idAt } from './id-bytes.ts';

afterEach(() => setIdClock(Date.now));

describe('A new id', () => {
  it('is a UUID of version 7 with the current time', () => {
    const before = firstIdAt(new Date(Date.now() - 1));
    const id = newId();
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(id > before).toBe(true);
  });

  it('sorts after all earlier ones, however many are created in a millisecond', () => {
    const ids = Array.from({ length: 50_000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('follows the clock that was set', () => {
    setIdClock(() => Date.now() + 600_000);
    expect(newId() > firstIdAt(new Date(Date.now() + 500_000))).toBe(true);
    setIdClock(() => Date.now() - 600_000);
    expect(newId() < firstIdAt(new Date())).toBe(true);
  });
});

it('An id is the same after it was bytes', () => {
  const ids = Array.from({ length: 100 }, newId);
  const bytes = bytesOfIds(ids);
  expect(ids.map((_, index) => idAt(bytes, index * ID_BYTES))).toEqual(ids);
});
