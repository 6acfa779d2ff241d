import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useLoading } from './use-loading.ts';

type FakeResponse = Awaited<ReturnType<Parameters<typeof useLoading<number>>[0]>>;

const busy: FakeResponse = { ok: false, status: 503, message: 'Busy.' };

/** Renders data. The test decides when the response to each call arrives, by the index of the call. */
function setUp() {
  const calls: ((response: FakeResponse) => void)[] = [];
  const load = () => {
    const { promise, resolve } = Promise.withResolvers<FakeResponse>();
    calls.push(resolve);
    return promise;
  };
  const { result } = renderHook(() => useLoading(load));
  const arrive = (call: number, response: FakeResponse) => act(async () => calls[call]?.(response));
  return { arrive, state: () => result.current };
}

it('Data that were asked for later stay when an earlier call is answered after them, or fails', async () => {
  const { arrive, state } = setUp();
  act(() => void state().refresh());
  act(() => void state().refresh());
  await arrive(2, { ok: true, body: 3 });
  await arrive(1, { ok: true, body: 2 });
  expect(state()).toMatchObject({ status: 'ready', data: 3 });
  await arrive(0, busy);
  expect(state()).toMatchObject({ status: 'ready', data: 3 });
});

it('A refresh that fails for a while changes nothing; a first load that fails can be retried', async () => {
  const { arrive, state } = setUp();
  act(() => void state().refresh());
  await arrive(1, busy);
  expect(state().status).toBe('loading');
  await arrive(0, busy);
  expect(state()).toMatchObject({ status: 'failed', message: 'Busy.' });
  act(() => state().retry());
  expect(state().status).toBe('loading');
  await arrive(2, { ok: true, body: 1 });
  expect(state()).toMatchObject({ status: 'ready', data: 1, message: '' });
});
