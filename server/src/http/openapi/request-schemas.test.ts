import { describe, expect, it } from 'vitest';
import { isBounded, listRequestParts } from '#testing/calls/request-schemas.ts';

const parts = await listRequestParts();
const unbounded = (type: 'string' | 'array'): string[] =>
  parts
    .filter(({ schema, covered }) => schema._zod.def.type === type && !covered && !isBounded(schema))
    .map(({ name }) => name);

describe('The schemas of requests', () => {
  it('check the length of every text before processing it', () => {
    expect(unbounded('string')).toEqual([]);
  });

  it('check the length of every list before its items', () => {
    expect(unbounded('array')).toEqual([]);
  });
});
