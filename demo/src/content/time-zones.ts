import { MINUTE_MS } from '@afterhours/contract/base/durations';

/** The time zone for each country in `names.ts`. */
const zones: Record<string, string> = {
  Brazil: 'America/Sao_Paulo',
  Canada: 'America/Toronto',
  Chile: 'America/Santiago',
  'Côte d’Ivoire': 'Africa/Abidjan',
  Croatia: 'Europe/Zagreb',
  Czechia: 'Europe/Prague',
  Denmark: 'Europe/Copenhagen',
  Finland: 'Europe/Helsinki',
  France: 'Europe/Paris',
  Germany: 'Europe/Berlin',
  Ghana: 'Africa/Accra',
  Greece: 'Europe/Athens',
  Hungary: 'Europe/Budapest',
  Iceland: 'Atlantic/Reykjavik',
  India: 'Asia/Kolkata',
  Ireland: 'Europe/Dublin',
  Israel: 'Asia/Jerusalem',
  Italy: 'Europe/Rome',
  Japan: 'Asia/Tokyo',
  Kenya: 'Africa/Nairobi',
  Lebanon: 'Asia/Beirut',
  Lithuania: 'Europe/Vilnius',
  Mexico: 'America/Mexico_City',
  Morocco: 'Africa/Casablanca',
  Netherlands: 'Europe/Amsterdam',
  'New Zealand': 'Pacific/Auckland',
  Nigeria: 'Africa/Lagos',
  Norway: 'Europe/Oslo',
  Peru: 'America/Lima',
  Philippines: 'Asia/Manila',
  Poland: 'Europe/Warsaw',
  Portugal: 'Europe/Lisbon',
  Romania: 'Europe/Bucharest',
  Senegal: 'Africa/Dakar',
  Singapore: 'Asia/Singapore',
  'South Africa': 'Africa/Johannesburg',
  'South Korea': 'Asia/Seoul',
  Spain: 'Europe/Madrid',
  Sweden: 'Europe/Stockholm',
  Switzerland: 'Europe/Zurich',
  Taiwan: 'Asia/Taipei',
  Türkiye: 'Europe/Istanbul',
  Ukraine: 'Europe/Kyiv',
  'United Kingdom': 'Europe/London',
  'United States': 'America/New_York',
  Vietnam: 'Asia/Ho_Chi_Minh',
};

const zoneOf = (country: string): string => {
  const zone = zones[country];
  if (zone === undefined) throw new Error(`no time zone for ${country}`);
  return zone;
};

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  return clock;
}

/** Returns the minutes since midnight in a country at this time. */
export function minuteOfDay(time: Date, country: string): number {
  const parts = clockOf(zoneOf(country)).formatToParts(time);
  const read = (type: 'hour' | 'minute') => Number(parts.find((part) => part.type === type)?.value);
  return read('hour') * 60 + read('minute');
}

/** Returns the time within twelve hours of `near` at this full hour in a country. */
export function atHourIn(country: string, near: Date, hour: number): Date {
  const difference = hour * 60 - minuteOfDay(near, country);
  const shift = difference > 720 ? difference - 1440 : difference < -720 ? difference + 1440 : difference;
  return new Date(Math.floor(near.getTime() / MINUTE_MS + shift) * MINUTE_MS);
}
