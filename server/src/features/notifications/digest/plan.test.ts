import { DAY_MS } from '@afterhours/contract/base/durations';
import { describe, expect, it } from 'vitest';
import type { Quiet } from '../delivery/quiet.ts';
import { findQuietEnd } from '../delivery/quiet.ts';
import { type Chosen, findExtent, findPlan } from './plan.ts';

const chosen = (digest: Partial<Chosen['digest']> = {}, more: Partial<Chosen> = {}): Chosen => ({
  channels: {},
  quiet: null,
  stopped: null,
  calm: false,
  digest: { cadence: 'daily', hour: 8, weekday: 1, timeZone: 'Europe/Berlin', stopped: false, ...digest },
  ...more,
});
const dueAt = (now: string, wanted: Chosen, sent: string | null = null) =>
  findPlan(new Date(now), wanted, sent === null ? null : new Date(sent))?.dueAt.toISOString() ?? null;

describe('The next digest', () => {
  it.each([
    ['later today', '2026-06-01T05:00:00Z', {}, '2026-06-01T06:00:00.000Z'],
    ['tomorrow, when the hour is over', '2026-06-01T06:00:00Z', {}, '2026-06-02T06:00:00.000Z'],
    ['on the weekday', '2026-06-02T05:00:00Z', { cadence: 'weekly' }, '2026-06-08T06:00:00.000Z'],
    ['on the weekday today', '2026-06-01T05:00:00Z', { cadence: 'weekly' }, '2026-06-01T06:00:00.000Z'],
    ['at midnight', '2026-06-01T05:00:00Z', { hour: 0 }, '2026-06-01T22:00:00.000Z'],
    // On 29 March, two o'clock at night does not exist; on 25 October, it occurs twice.
    ['after the gap', '2026-03-28T12:00:00Z', { hour: 2 }, '2026-03-29T01:00:00.000Z'],
    ['at the first of two', '2026-10-24T12:00:00Z', { hour: 2 }, '2026-10-25T00:00:00.000Z'],
    ['not at the second of two', '2026-10-25T00:30:00Z', { hour: 2 }, '2026-10-26T01:00:00.000Z'],
    ['in an odd zone', '2026-06-01T05:00:00Z', { timeZone: 'Asia/Kathmandu' }, '2026-06-02T02:15:00.000Z'],
    [
      'in UTC, when the zone is gone',
      '2026-06-01T05:00:00Z',
      { timeZone: 'Europe/Atlantis' },
      '2026-06-01T08:00:00.000Z',
    ],
  ] as const)('is due %s', (_when, now, digest, expected) => {
    expect(dueAt(now, chosen(digest))).toBe(expected);
  });

  it('is never on the same day as the previous one, even if a later hour is chosen', () => {
    const sent = '2026-06-01T06:00:05Z';
    expect(dueAt('2026-06-01T06:10:00Z', chosen({ hour: 18 }), sent)).toBe('2026-06-02T16:00:00.000Z');
    expect(dueAt('2026-06-01T06:10:00Z', chosen({ cadence: 'weekly', hour: 18 }), sent)).toBe(
      '2026-06-08T16:00:00.000Z',
    );
    // By then it is already the next day farther east.
    expect(dueAt('2026-06-01T21:00:00Z', chosen({ timeZone: 'Asia/Tokyo' }), sent)).toBe('2026-06-01T23:00:00.000Z');
  });

  it('waits for the end of the quiet hours, and still comes every day', () => {
    const quiet: Quiet = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
    const late = chosen({ hour: 23 }, { quiet });
    expect(dueAt('2026-06-01T12:00:00Z', late)).toBe('2026-06-02T05:00:00.000Z');
    expect(dueAt('2026-06-02T05:00:01Z', late, '2026-06-02T05:00:01Z')).toBe('2026-06-03T05:00:00.000Z');
  });

  it('never comes in quiet hours or twice a day, across both clock changes in six time zones', () => {
    const zones = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Pacific/Kiritimati',
      'Africa/Casablanca',
    ];
    for (const timeZone of zones) {
      for (const hour of [0, 2, 6, 21]) {
        const quiet: Quiet = { from: '21:30', to: '06:30', timeZone };
        const wanted = chosen({ hour, timeZone }, { quiet });
        const days: string[] = [];
        let now = new Date('2026-01-31T12:00:00Z');
        for (let sent: Date | null = null; days.length < 300; sent = now) {
          now = findPlan(now, wanted, sent)?.dueAt ?? now;
          expect(findQuietEnd(now, quiet)).toBeNull();
          days.push(now.toLocaleDateString('en-CA', { timeZone }));
        }
        expect(new Set(days).size).toBe(300);
        const length = (Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')) / DAY_MS;
        expect([timeZone, hour, length]).toEqual([timeZone, hour, 299]);
      }
    }
  });

  it('is planned only for members who want one', () => {
    const now = '2026-06-01T05:00:00Z';
    expect(dueAt(now, chosen({ cadence: 'none' }))).toBeNull();
    expect(dueAt(now, chosen({ stopped: true }))).toBeNull();
    expect(dueAt(now, chosen({}, { stopped: 'unsubscribed' }))).toBeNull();
    const liked = (mail: 'daily' | 'weekly' | 'instant') => ({ channels: { liked: { mail, push: null } } });
    expect(dueAt(now, chosen({ cadence: 'none' }, liked('daily')))).toBe('2026-06-01T06:00:00.000Z');
    expect(dueAt('2026-06-02T05:00:00Z', chosen({ cadence: 'none' }, liked('weekly')))).toBe(
      '2026-06-08T06:00:00.000Z',
    );
    expect(dueAt(now, chosen({ cadence: 'none' }, liked('instant')))).toBeNull();
    expect(dueAt(now, chosen({ cadence: 'none' }, { ...liked('instant'), calm: true }))).toBe(
      '2026-06-01T06:00:00.000Z',
    );
    const noReports = { channels: { reports: { mail: 'none', push: null } } } as const;
    expect(dueAt(now, chosen({ cadence: 'none' }, { ...noReports, calm: true }))).toBeNull();
  });
});

describe('A digest', () => {
  const now = new Date('2026-06-01T06:00:00Z');
  const channels: Chosen['channels'] = {
    liked: { mail: 'daily', push: null },
    followed: { mail: 'weekly', push: null },
    messaged: { mail: 'instant', push: null },
    commented: { mail: 'none', push: null },
  };
  const kinds = (cadence: Chosen['digest']['cadence'], isWeekly: boolean, calm = false) =>
    new Set(findExtent(now, chosen({ cadence }, { channels, calm }), isWeekly).kinds);

  it('contains the kinds chosen for its day, and never kinds that are mailed instantly', () => {
    expect(kinds('none', false)).toEqual(new Set(['likedPost', 'likedComment']));
    expect(kinds('none', true)).toEqual(new Set(['likedPost', 'likedComment', 'followed']));
    expect(kinds('daily', false)).not.toContain('followed');
    for (const cadence of ['none', 'daily', 'weekly'] as const) expect(kinds(cadence, true)).not.toContain('messaged');
  });

  it('with a summary of missed notifications contains every kind except those mailed separately or never', () => {
    expect(kinds('weekly', false)).not.toContain('mentioned');
    expect(kinds('weekly', true)).toContain('mentioned');
    expect(kinds('daily', false)).toContain('mentioned');
    expect(kinds('none', true)).not.toContain('mentioned');
    for (const never of ['commented', 'webinarMoved']) expect(kinds('daily', true)).not.toContain(never);
  });

  it('never contains kinds that have mails of their own', () => {
    const channels: Chosen['channels'] = { webinars: { mail: 'daily', push: null } };
    for (const calm of [true, false])
      for (const cadence of ['none', 'daily', 'weekly'] as const)
        expect(findExtent(now, chosen({ cadence }, { channels, calm }), true).kinds).not.toContain('webinarMoved');
  });

  it('contains, in calm mode, kinds that would otherwise be mailed instantly', () => {
    expect(kinds('none', false, true)).toEqual(
      new Set([
        'likedPost',
        'likedComment',
        'messaged',
        'reportKept',
        'reportWarned',
        'reportActed',
        'reportGone',
        'reportReversed',
      ]),
    );
  });
});
