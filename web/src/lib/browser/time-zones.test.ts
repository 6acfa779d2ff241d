import { expect, it } from 'vitest';
import { clockOf, findTimeZones, listTimeZones, offsetOf, placeOf, zoneHere } from './time-zones.ts';

const places = (text: string) => findTimeZones(text, []).map(({ place }) => place);
const SUMMER = Date.UTC(2026, 6, 1, 12);

it('Time zones are found by city, area and name, ignoring case and accents; exact cities come first', () => {
  expect(places('berlin')).toEqual(['Berlin']);
  expect(places('europe berl')).toEqual(['Berlin']);
  expect(places('EUROPE/BERLIN')).toEqual(['Berlin']);
  expect(places('noumea')).toEqual(['Noumea']);
  expect(places('prince')).toContain('Port-au-Prince');
  expect(places('central european')).toContain('Berlin');
  expect(places('paris')[0]).toBe('Paris');
  expect(places('Atlantis')).toEqual([]);
});

it('Places have their present names, whatever the browser calls them', () => {
  for (const name of ['Kolkata', 'Kyiv', 'Kathmandu', 'Ho Chi Minh', 'Yangon', 'Nuuk']) {
    expect(places(name)[0], name).toContain(name);
  }
  expect(placeOf('America/Argentina/Buenos_Aires')).toEqual({ place: 'Buenos Aires', area: 'America, Argentina' });
});

it('An empty search returns all time zones, the preferred ones first', () => {
  const found = findTimeZones('', ['Pacific/Kiritimati', 'Europe/Berlin']);
  expect(found.slice(0, 2).map(({ zone }) => zone)).toEqual(['Pacific/Kiritimati', 'Europe/Berlin']);
  expect(found).toHaveLength(listTimeZones().length);
  expect(listTimeZones().map(({ zone }) => zone)).toContain('UTC');
  expect(Intl.supportedValuesOf('timeZone').concat('UTC')).toContain(zoneHere());
});

it('Clock and offset are those of the given day', () => {
  expect([clockOf('Asia/Tokyo', SUMMER), offsetOf('Asia/Tokyo', SUMMER)]).toEqual(['21:00', 'GMT+9']);
  expect(offsetOf('Europe/Berlin', SUMMER)).toBe('GMT+2');
});
