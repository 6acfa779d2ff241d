/** A country as people type it. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { countryNameByCode } from './country-names.ts';

export const countryMessages = defineMessages('country', {
  required: 'Country is required.',
  notOnList: 'Please choose a country from the list.',
});

/** Other names by which people call some countries. */
const aliases: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  uae: 'AE',
  turkey: 'TR',
  'czech republic': 'CZ',
  holland: 'NL',
  'ivory coast': 'CI',
  burma: 'MM',
  swaziland: 'SZ',
  macedonia: 'MK',
  'cape verde': 'CV',
  'east timor': 'TL',
  congo: 'CG',
  drc: 'CD',
  'hong kong': 'HK',
  macau: 'MO',
  palestine: 'PS',
  vatican: 'VA',
  'republic of korea': 'KR',
  korea: 'KR',
  'russian federation': 'RU',
  'viet nam': 'VN',
};

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").replace(/\s+/g, ' ').trim().toLowerCase();

let codeByName: Map<string, string> | undefined;

/** Returns the country that a text names, by name or code, ignoring case and accents; null for anything else. */
export function findCountry(typed: string): string | null {
  codeByName ??= new Map([
    ...[...countryNameByCode].flatMap(([code, name]) => [
      [code.toLowerCase(), code] as const,
      [plain(name), code] as const,
      [plain(name).replaceAll('&', 'and'), code] as const,
    ]),
    ...Object.entries(aliases),
  ]);
  return countryNameByCode.get(codeByName.get(plain(typed)) ?? '') ?? null;
}

const required = issueText(countryMessages.required);
const notOnList = issueText(countryMessages.notOnList);

/** A country on the list. The parsed value is the name as the list has it. */
export const country = z.string(required).check(
  bounded(100, notOnList),
  z.trim(),
  z.minLength(1, { error: required, abort: true }),
  z.overwrite((typed) => findCountry(typed) ?? typed),
  z.refine((typed) => findCountry(typed) !== null, notOnList),
);
