import { expect, it } from 'vitest';
import { isNotFound, isTemporary } from './statuses.ts';

it('Calls that the network, a proxy or an overloaded server has failed may succeed later; refused ones do not', () => {
  const statuses = [0, 400, 401, 403, 404, 408, 409, 413, 415, 422, 425, 429, 500, 503];
  expect(statuses.filter(isTemporary)).toEqual([0, 408, 425, 429, 500, 503]);
  expect(statuses.filter(isNotFound)).toEqual([404, 422]);
});
