/** The time zones that this browser knows, as people look for them. */
import { dateLocale } from '../text/locale.ts';

/** `place` is the city of the zone, `area` what it is in; `search` has all by which it is found, without accents. */
export type TimeZone = { zone: string; place: string; area: string; search: string };

export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Browsers know some places by the names of decades ago. */
const todayNames: Record<string, string> = {
  'Africa/Asmera': 'Asmara',
  'America/Coral_Harbour': 'Atikokan',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

const UTC = 'UTC';

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ');

const partOf = (zone: string, options: Intl.DateTimeFormatOptions, at: number): string => {
  const parts = new Intl.DateTimeFormat(dateLocale(), { ...options, timeZone: zone }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
};

/** The difference from UTC at a time, such as "GMT+2". */
export const offsetOf = (zone: string, at: number): string => partOf(zone, { timeZoneName: 'shortOffset' }, at);

/** The time of day in a zone. */
export const clockOf = (zone: string, at: number): string =>
  new Intl.DateTimeFormat(dateLocale(), { timeStyle: 'short', timeZone: zone }).format(at);

/** The city of a zone, and what it is in, as people write them. */
export function placeOf(zone: string): Pick<TimeZone, 'place' | 'area'> {
  const [city = zone, ...areas] = zone.split('/').toReversed();
  const words = (name: string) => name.replaceAll('_', ' ');
  return { place: words(todayNames[zone] ?? city), area: areas.toReversed().map(words).join(', ') };
}

function toTimeZone(zone: string): TimeZone {
  const { place, area } = placeOf(zone);
  // "Central European Time" in the language of the pages.
  const name = partOf(zone, { timeZoneName: 'longGeneric' }, 0);
  return { zone, place, area, search: plain(`${place} ${area} ${zone} ${name}`) };
}

let all: { locale: string; zones: readonly TimeZone[] } | undefined;

/** Returns all zones, by area and place; made when they are first asked for. */
export function listTimeZones(): readonly TimeZone[] {
  const locale = dateLocale();
  if (all?.locale !== locale) all = { locale, zones: [...Intl.supportedValuesOf('timeZone'), UTC].map(toTimeZone) };
  return all.zones;
}

/**
 * Returns the zones with all words of a text at the beginning of a word; those whose place begins with it first.
 * Without a text the zones named in `first` come first.
 */
export function findTimeZones(text: string, first: readonly string[]): readonly TimeZone[] {
  const wanted = plain(text).trim();
  const rank = wanted
    ? ({ place }: TimeZone) => (plain(place).startsWith(wanted) ? 0 : 1)
    : ({ zone }: TimeZone) => (first.includes(zone) ? first.indexOf(zone) : first.length);
  const words = wanted.split(' ');
  return listTimeZones()
    .filter(({ search }) => words.every((word) => ` ${search}`.includes(` ${word}`)))
    .toSorted((one, other) => rank(one) - rank(other));
}
