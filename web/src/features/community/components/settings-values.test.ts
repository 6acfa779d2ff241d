import { defaultSettings } from '@afterhours/contract/community/community';
import { expect, it } from 'vitest';
import { toSettings, toValues } from './settings-values.ts';

it.each([
  ['8.1', 8.1],
  ['8,1', 8.1],
  [' 19 ', 19],
  ['', null],
  ['8,1,1', Number.NaN],
])('A tax rate typed as %j is saved as %j', (typed, rate) => {
  const values = { ...toValues(defaultSettings), billingTaxPercent: typed };
  expect(toSettings(values).billingTaxPercent).toBe(rate);
});
