import type { Overview } from '@afterhours/contract/moderation/overview';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { OverviewPage } from '../pages/overview-page.tsx';

const days = Array.from({ length: 30 }, (_, at) => ({
  day: new Date(Date.UTC(2026, 9, 25 + at)).toISOString().slice(0, 10),
  members: at,
  posts: at === 3 ? 1_234 : 0,
}));
const figures: Overview = {
  members: 12_345,
  days,
  reports: { open: 10_000, medianHours: 5.4, decided: 12 },
  requestsWaiting: 2,
  mail: { waiting: 3, refused: 4 },
  storage: { files: 3 * 1024 ** 3, database: 50 * 1024 ** 2 },
  jobs: { waiting: 7, oldestSeconds: 600 },
  backup: { at: '2026-11-22T04:00:00.000Z', bytes: 20 * 1024 ** 2, files: 12 },
  doctor: {
    at: '2026-11-23T04:35:00.000Z',
    findings: [
      {
        check: 'Disk',
        level: 'fail',
        text: '0.1 of 20 GB are free',
        advice: 'Free some.',
        at: '2026-10-03T04:35:00.000Z',
      },
    ],
  },
  versions: { product: '0.1.0', node: 'v26.10.0', database: '18.4', schema: '0083-overview' },
};

function show(overview: unknown, role: 'owner' | 'moderator' = 'owner') {
  writeSession('abc', buildOwnUser({ staffRole: role }));
  serve({ 'GET /staff/requests/count': ok({ count: 0 }), 'GET /staff/overview': overview as ReturnType<typeof ok> });
  return renderAt('/moderation/overview', () => <OverviewPage />);
}
const valueOf = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent ?? '';

describe('The overview', () => {
  it('shows figures, and charts also as tables for screen readers', async () => {
    show(ok(figures));
    const table = within(await screen.findByRole('table', { name: /^Posts a day/ }));
    expect(table.getAllByRole('row')).toHaveLength(31);
    expect(table.getByRole('row', { name: /^28 Oct.* 1,234$/ })).toBeTruthy();
    expect(screen.getByText('Most in a day: 1,234')).toBeTruthy();
    expect(valueOf('Members')).toContain('12.3K');
    expect(valueOf('Open cases')).toContain('10,000 or more');
    // Screen readers list links without what is around them.
    expect(screen.getByRole('link', { name: 'Open cases 10,000 or more' })).toBeTruthy();
    expect(valueOf('Median time to a decision')).toContain('5 hHalf of the latest 12 decisions were faster.');
    expect(valueOf('Members’ files')).toContain('3 GB');
    expect(valueOf('Last backup')).toContain('20 MB, 12 files');
    expect(valueOf('Jobs waiting')).toContain('Oldest: 10 min');
    expect(screen.getByText('Disk: 0.1 of 20 GB are free')).toBeTruthy();
    const found = screen.getByText('Problem').closest('li');
    expect(found?.querySelector('time')?.dateTime).toBe('2026-10-03T04:35:00.000Z');
  });

  it('shows which figures are not known yet', async () => {
    const none = { ...figures, reports: { open: 0, medianHours: null, decided: 0 }, backup: null, doctor: null };
    show(ok({ ...none, days: days.map((day) => ({ ...day, members: 0, posts: 0 })) }));
    expect(await screen.findByText('None known')).toBeTruthy();
    expect(screen.getByText(/It has not run yet/)).toBeTruthy();
    expect(valueOf('Median time to a decision')).toContain('None yet');
    expect(screen.getAllByText('Most in a day: 0')).toHaveLength(2);
  });

  it('shows an error if it cannot be loaded, and tells moderators that it is for owners', async () => {
    const { unmount } = show(fail(500, 'Something went wrong.'));
    expect(await screen.findByText('Something went wrong.')).toBeTruthy();
    unmount();
    show(ok(figures), 'moderator');
    expect(await screen.findByText('This page is for the owners of this community.')).toBeTruthy();
  });
});
