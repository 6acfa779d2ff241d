import { expect, it } from 'vitest';
import { toPrice } from './webinar-values.ts';

it.each([
  ['10', 'usd', 1_000],
  ['10,5', 'eur', 1_050],
  [' 12.50 ', 'gbp', 1_250],
  ['0', 'usd', 0],
  ['1000', 'jpy', 1_000],
  // These could be one, or a thousand.
  ['1,000', 'usd', '1,000'],
  ['1.000', 'eur', '1.000'],
  ['1,000', 'jpy', '1,000'],
  ['12.345', 'usd', '12.345'],
  ['ten', 'usd', 'ten'],
  ['', 'usd', '-'],
])('The price %j in %s is sent as %j', (typed, currency, amount) => {
  expect(toPrice(typed, currency)).toBe(amount);
});
