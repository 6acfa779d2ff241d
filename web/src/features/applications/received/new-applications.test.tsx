import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '#testing/build.ts';
import { deferred, fail, ok, serve } from '#testing/fake-server.ts';
import {
  applicationResponse,
  buildApplication,
  job,
  listResponse,
  names,
  openFirst,
  receiveEvents,
  rows,
  show,
  signInWide,
} from '#testing/received-applications.tsx';
import { renderAt } from '#testing/render-app.tsx';
import { ApplicationList } from './application-list.tsx';
import { reloadReceived } from './received-changes.ts';

beforeEach(signInWide);

describe('A new application', () => {
  it('is counted above the list, and is shown and focused on a click', async () => {
    const { user } = await show([buildApplication(22), buildApplication(21)]);
    serve({
      ...applicationResponse(buildApplication(23, { status: 'sent' })),
      ...applicationResponse(buildApplication(24, { status: 'sent' })),
    });
    await receiveEvents(23);
    await screen.findByRole('button', { name: '1 new application' });
    await receiveEvents(24, 23);
    const news = await screen.findByRole('button', { name: '2 new applications' });
    expect(names()).toEqual(['Ben22', 'Ben21']);
    await user.click(news);
    expect(names()).toEqual(['Ben24', 'Ben23', 'Ben22', 'Ben21']);
    expect(document.activeElement?.textContent).toContain('Ben24');
    expect(screen.queryByRole('button', { name: /new application/ })).toBeNull();
  });

  it('is added at once to an empty list', async () => {
    serve(listResponse());
    renderAt('/jobs/:id/applications', () => <ApplicationList jobId={job} title="Baker" filter={null} />);
    await screen.findByText('No applications yet');
    serve(applicationResponse(buildApplication(23, { status: 'sent' })));
    await receiveEvents(23);
    await waitFor(() => expect(names()).toEqual(['Ben23']));
  });

  it('is not counted under another filter until its status matches', async () => {
    await show([buildApplication(21, { status: 'offer' })], 'offer');
    serve(applicationResponse(buildApplication(23, { status: 'sent' })));
    await receiveEvents(23);
    serve(applicationResponse(buildApplication(23, { status: 'offer' })));
    await receiveEvents(23);
    await screen.findByRole('button', { name: '1 more application' });
    serve(applicationResponse(buildApplication(23, { status: 'hired' })));
    await receiveEvents(23);
    await waitFor(() => expect(screen.queryByRole('button', { name: '1 more application' })).toBeNull());
  });

  it('is no longer counted once it is withdrawn unseen, and the focus stays nearby', async () => {
    await show([buildApplication(22), buildApplication(21)]);
    serve(applicationResponse(buildApplication(23, { status: 'sent' })));
    await receiveEvents(23);
    (await screen.findByRole('button', { name: '1 new application' })).focus();
    serve(applicationResponse(buildApplication(23, { status: 'withdrawn', words: null })));
    await receiveEvents(23);
    await waitFor(() => expect(screen.queryByRole('button', { name: /new application/ })).toBeNull());
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    expect(names()).toEqual(['Ben22', 'Ben21']);
  });

  it('that could not be loaded is counted at the next event', async () => {
    await show([buildApplication(22), buildApplication(21)]);
    const failed = serve({ [`GET /applications/${idOf(23)}`]: fail(503, 'Try again later.') });
    await receiveEvents(23);
    await waitFor(() => expect(failed).toHaveLength(1));
    serve({
      ...applicationResponse(buildApplication(23, { status: 'sent' })),
      ...applicationResponse(buildApplication(22, { status: 'hired' })),
    });
    await receiveEvents(22);
    await screen.findByRole('button', { name: '1 new application' });
    expect(rows()[0]).toContain('Hired');
  });

  it('is not counted above a list that could not be loaded', async () => {
    serve({ [`GET /jobs/${job}/applications`]: fail(500, 'Something broke.') });
    renderAt('/jobs/:id/applications', () => <ApplicationList jobId={job} title="Baker" filter={null} />);
    await screen.findByText('Something broke.');
    const requests = serve({
      ...applicationResponse(buildApplication(23)),
      ...applicationResponse(buildApplication(24)),
    });
    await receiveEvents(23, 24);
    // They are loaded one after another, so the first has been processed by now.
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(screen.queryByRole('button', { name: /new application/ })).toBeNull();
    expect(screen.queryByText(/Ben23/)).toBeNull();
  });

  it('to another job does not affect this list', async () => {
    await show([buildApplication(22)]);
    const requests = serve(applicationResponse(buildApplication(24)));
    act(() => reloadReceived({ post_id: idOf(8), application_id: idOf(25) }));
    await receiveEvents(24);
    await screen.findByRole('button', { name: '1 new application' });
    expect(requests.map(({ path }) => path)).toEqual([`/applications/${idOf(24)}`]);
  });
});

describe('A tab that was disconnected', () => {
  it('reloads everything shown with a single list, and counts new applications', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => 49 - index);
    await show(
      numbers.map((number) => buildApplication(number, { status: 'sent' })),
      'sent',
    );
    // All but the first no longer match the filter, and the last has been deleted.
    const now = numbers
      .map((number) => buildApplication(number, { status: number === 49 ? 'sent' : 'talking' }))
      .slice(0, -1);
    const requests = serve(listResponse(buildApplication(50, { status: 'sent' }), ...now));
    act(() => reloadReceived());
    await screen.findByRole('button', { name: '1 new application' });
    await waitFor(() => expect(rows()[1]).toContain('In talks'));
    expect(names()).toEqual(numbers.slice(0, -1).map((number) => `Ben${number}`));
    expect(requests.map(({ search }) => search.get('status'))).toEqual([null]);
  });

  it('loads one page of an empty list', async () => {
    serve(listResponse());
    renderAt('/jobs/:id/applications', () => <ApplicationList jobId={job} title="Baker" filter={null} />);
    await screen.findByText('No applications yet');
    const page = { page: null, limit: 20, nextCursor: 'more' };
    const requests = serve({
      [`GET /jobs/${job}/applications`]: ok([buildApplication(23), buildApplication(22)], page),
    });
    act(() => reloadReceived());
    await waitFor(() => expect(names()).toEqual(['Ben23', 'Ben22']));
    expect(requests).toHaveLength(1);
  });

  it('does not count applications that have been withdrawn in the meantime', async () => {
    const { user } = await show([buildApplication(23)]);
    serve(
      listResponse(
        buildApplication(25),
        buildApplication(24, { status: 'withdrawn', words: null }),
        buildApplication(23),
      ),
    );
    act(() => reloadReceived());
    await user.click(await screen.findByRole('button', { name: '1 new application' }));
    expect(names()).toEqual(['Ben25', 'Ben23']);
  });
});

it("A change is applied at once while an event's data are loading, and is not undone by them", async () => {
  const { user } = await openFirst([buildApplication(23), buildApplication(22)]);
  const slow = deferred<ReturnType<typeof ok>>();
  const requests = serve({
    [`GET /applications/${idOf(23)}`]: () => slow.promise,
    [`PUT /applications/${idOf(23)}`]: ok(buildApplication(23, { status: 'offer' })),
  });
  await receiveEvents(23);
  await waitFor(() => expect(requests).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Offer' }));
  await waitFor(() => expect(rows()[0]).toContain('Offer'));
  await act(async () => slow.resolve(ok(buildApplication(23))));
  expect(rows()[0]).toContain('Offer');
});

it('An application is loaded once, however often it changes while another call is in progress', async () => {
  await show([buildApplication(23), buildApplication(22)]);
  const slow = deferred<ReturnType<typeof ok>>();
  const requests = serve({
    [`GET /applications/${idOf(23)}`]: () => slow.promise,
    ...applicationResponse(buildApplication(22, { status: 'hired' })),
  });
  await receiveEvents(23, 22, 22, 22);
  slow.resolve(ok(buildApplication(23)));
  await waitFor(() => expect(rows()[1]).toContain('Hired'));
  expect(requests).toHaveLength(2);
});
