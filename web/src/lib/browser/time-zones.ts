/** The time zones that this browser knows, and a search in them by the names that people use. */
import { dateLocale } from '../text/locale.ts';

/** `place` is the zone's city, `area` its region; `search` holds all searchable words, without accents. */
export type TimeZone = { zone: string; place: string; area: string; search: string };

export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Present names of places that browsers list under names from decades ago. */
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

/** Returns the difference from UTC at a time, such as "GMT+2". */
export const offsetOf = (zone: string, at: number): string => partOf(zone, { timeZoneName: 'shortOffset' }, at);

/** Returns the time of day in a zone. */
export const clockOf = (zone: string, at: number): string =>
  new Intl.DateTimeFormat(dateLocale(), { timeStyle: 'short', timeZone: zone }).format(at);

/** Returns the city and the area of a zone as people write them. */
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

/** Returns all zones in the browser's order, followed by UTC. The list is built on first use. */
export function listTimeZones(): readonly TimeZone[] {
  const locale = dateLocale();
  if (all?.locale !== locale) all = { locale, zones: [...Intl.supportedValuesOf('timeZone'), UTC].map(toTimeZone) };
  return all.zones;
}

/**
 * Returns the zones that have, for every word in the text, a word that begins with it. Zones whose place begins with
 * the text come first; without a text, the zones in `first` do.
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
