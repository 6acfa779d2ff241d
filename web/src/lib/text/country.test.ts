import { countryNames } from '@afterhours/contract/account/country-names';
import { afterEach, describe, expect, it } from 'vitest';
import { countryName } from './country.ts';
import { i18n } from './translate.ts';

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

describe('The name of a country', () => {
  it('is the English one on English pages', () => {
    expect(countryName('Germany')).toBe('Germany');
  });

  it('is in the language of the pages for every country in the list', () => {
    i18n.loadAndActivate({ locale: 'de', messages: {} });
    expect(countryName('Germany')).toBe('Deutschland');
    expect(countryName('Côte d’Ivoire')).toBe('Côte d’Ivoire');
    i18n.loadAndActivate({ locale: 'ja', messages: {} });
    expect(countryNames.filter((name) => /\p{Script=Latin}/u.test(countryName(name)))).toEqual([]);
  });

  it('stays unchanged when it is not a country', () => {
    i18n.loadAndActivate({ locale: 'de', messages: {} });
    expect(countryName('Middle-earth')).toBe('Middle-earth');
  });
});
