import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeSession } from '#lib/browser/session-storage.ts';
import { buildOwnUser, idOf } from '#testing/build.ts';
import { fail, ok, serve } from '#testing/fake-server.ts';
import { renderAt } from '#testing/render-app.tsx';
import { FindPage } from './pages/find-page.tsx';
import { FIND, found } from './testing/found.ts';

const empty = ok([], { nextCursor: null, total: 0 });
const aside = {
  'GET /connections/get-invitaions': empty,
  'GET /connections/getSentReq': empty,
  'GET /follow/getfollower': empty,
  'GET /follow/getfollowings': empty,
};

/** The end of the list is always in sight. */
class EndInSight {
  readonly #report: (entries: { isIntersecting: boolean }[]) => void;
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    this.#report = report;
  }
  observe() {
    queueMicrotask(() => this.#report([{ isIntersecting: true }]));
  }
  disconnect() {
    return undefined;
  }
}

describe('The pages of /find', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('keeps what was found when the next page fails, and retries that page', async () => {
    writeSession('abc', buildOwnUser({ _id: idOf(999) }));
    vi.stubGlobal('IntersectionObserver', EndInSight);
    const later = [fail(503, 'Busy.'), found([2])];
    const next = () => later.shift() ?? found([]);
    const requests = serve({
      ...aside,
      [FIND]: ({ search }) => (search.has('cursor') ? next() : found([1], 'next')),
    });
    const { user } = renderAt('/find?name=Lind', () => <FindPage side={null} />);
    await screen.findByText('Busy.');
    expect(screen.getByRole('heading', { name: 'Member1 Lind' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Member2 Lind' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Member1 Lind' })).toBeTruthy();
    const calls = requests.filter(({ path }) => path === '/people/find').map(({ search }) => search.get('cursor'));
    expect(calls).toEqual([null, 'next', 'next']);
  });
});
