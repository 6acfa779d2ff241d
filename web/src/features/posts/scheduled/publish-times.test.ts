import { beforeEach, expect, it, vi } from 'vitest';
import { listQuickChoices, toLocalTime, toMoment } from './publish-times.ts';

beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'));

const now = new Date('2027-03-20T12:00:00Z').getTime();

it('A local time is converted in the viewer’s time zone', () => {
  expect(toMoment({ date: '2027-03-22', time: '09:00' }, now)).toEqual(new Date('2027-03-22T08:00:00Z'));
  expect(toMoment({ date: '2027-03-29', time: '09:00' }, now)).toEqual(new Date('2027-03-29T07:00:00Z'));
});

it('An hour that the clocks skip is rejected; an ambiguous hour is the first of the two', () => {
  expect(toMoment({ date: '2027-03-28', time: '02:30' }, now)).toBe('skipped');
  expect(toMoment({ date: '2027-03-28', time: '03:00' }, now)).toEqual(new Date('2027-03-28T01:00:00Z'));
  expect(toMoment({ date: '2027-10-31', time: '02:30' }, now)).toEqual(new Date('2027-10-31T00:30:00Z'));
});

it('A time that is missing, past, or more than a year away is rejected', () => {
  expect(toMoment({ date: '', time: '09:00' }, now)).toBe('missing');
  expect(toMoment({ date: '2027-03-22', time: '' }, now)).toBe('missing');
  expect(toMoment({ date: '2027-03-20', time: '12:59' }, now)).toBe('past');
  expect(toMoment({ date: '2028-04-20', time: '12:00' }, now)).toBe('far');
});

it('The suggested times are this evening, tomorrow and Monday, without those that are close or the same', () => {
  const choices = (at: string) => listQuickChoices(new Date(at)).map(({ name, moment }) => [name, toLocalTime(moment)]);
  expect(choices('2027-03-20T11:00:00Z')).toEqual([
    ['evening', { date: '2027-03-20', time: '18:00' }],
    ['morning', { date: '2027-03-21', time: '09:00' }],
    ['monday', { date: '2027-03-22', time: '09:00' }],
  ]);
  expect(choices('2027-03-21T20:00:00Z')).toEqual([['morning', { date: '2027-03-22', time: '09:00' }]]);
  expect(choices('2027-03-22T20:00:00Z').map(([name]) => name)).toEqual(['morning', 'monday']);
});
