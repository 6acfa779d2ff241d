import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePages } from './use-pages.ts';

type FakeResponse = { ok: true; body: number[]; nextCursor: string | null };

/** Renders a list of numbers. The test decides when each page arrives, by the index of its call. */
async function setUp() {
  const calls: { cursor: string | null; limit: number | undefined; resolve: (response: FakeResponse) => void }[] = [];
  const load = (cursor: string | null, limit?: number) => {
    const { promise, resolve } = Promise.withResolvers<FakeResponse>();
    calls.push({ cursor, limit, resolve });
    return promise;
  };
  const { result } = renderHook(() => usePages(load, String));
  const arrive = (call: number, body: number[], nextCursor: string | null) =>
    act(async () => calls[call]?.resolve({ ok: true, body, nextCursor }));
  await arrive(0, [1, 2], 'after 2');
  act(() => result.current.reload());
  act(() => result.current.more());
  expect(calls.map(({ cursor }) => cursor)).toEqual([null, null, 'after 2']);
  return { arrive, calls, shown: () => result.current.items, state: () => result.current };
}

it('A list that is reloaded while a page is being added is reloaded once more, including that page', async () => {
  const { arrive, calls, shown, state } = await setUp();
  await arrive(1, [0, 1], 'after 1');
  expect(shown()).toEqual([1, 2]);
  await arrive(2, [3, 4], null);
  expect(shown()).toEqual([1, 2, 3, 4]);
  await arrive(3, [0, 1], 'after 1');
  await arrive(4, [2, 3], 'after 3');
  expect(shown()).toEqual([0, 1, 2, 3]);
  expect(state()).toMatchObject({ cursor: 'after 3', status: 'ready' });
  expect(calls).toHaveLength(5);
});

it('A list that has grown during a reload does not become shorter', async () => {
  const { arrive, shown } = await setUp();
  await arrive(2, [3, 4], null);
  await arrive(1, [0, 1], 'after 1');
  expect(shown()).toEqual([1, 2, 3, 4]);
  await arrive(3, [2, 3], 'after 3');
  expect(shown()).toEqual([0, 1, 2, 3]);
});

it("Items are inserted in the list's order without duplicates, and stay when the next page arrives", async () => {
  const { arrive, shown, state } = await setUp();
  act(() => state().insert([0, 2], (one, other) => one - other));
  expect(shown()).toEqual([0, 1, 2]);
  await arrive(2, [2, 3], null);
  expect(shown()).toEqual([0, 1, 2, 3]);
});

it('A long list is reloaded with few calls', async () => {
  const { arrive, calls, shown, state } = await setUp();
  await arrive(1, [1, 2], 'after 2');
  const numbers = Array.from({ length: 130 }, (_, at) => at + 1);
  await arrive(2, numbers.slice(2), 'after 130');
  await arrive(3, numbers.slice(0, 100), 'after 100');
  await arrive(4, numbers.slice(100), 'after 130');
  expect(calls.map(({ limit }) => limit)).toEqual([undefined, undefined, undefined, 100, 40]);
  expect(shown()).toEqual(numbers);
  expect(state()).toMatchObject({ cursor: 'after 130', status: 'ready' });
});

it('Going back to a page loads as many items as its list has shown, and another page only the first ones', async () => {
  const numbers = Array.from({ length: 60 }, (_, at) => at + 1);
  const calls: string[] = [];
  const load = async (cursor: string | null, limit = 20) => {
    calls.push(`${cursor ?? 'start'} ${limit}`);
    const body = numbers.slice(Number(cursor), Number(cursor) + limit);
    return { ok: true as const, body, nextCursor: body.at(-1) === 60 ? null : String(body.at(-1)) };
  };
  const open = async (key: string) => {
    history.replaceState({ key }, '');
    calls.length = 0;
    const { result, unmount } = renderHook(() => usePages(load, String, { name: 'numbers' }));
    await act(async () => undefined);
    return { result, unmount };
  };
  const first = await open('list');
  await act(async () => first.result.current.more());
  expect(first.result.current.items).toHaveLength(40);
  first.unmount();
  const other = await open('another');
  expect(other.result.current.items).toHaveLength(20);
  other.unmount();
  const again = await open('list');
  expect([again.result.current.items.length, again.result.current.cursor, calls]).toEqual([40, '40', ['start 40']]);
});

it('A very long list that is gone back to shows what has arrived while the rest is loading', async () => {
  history.replaceState({ key: 'long' }, '');
  const numbers = Array.from({ length: 130 }, (_, at) => at + 1);
  const first = renderHook(() =>
    usePages(async () => ({ ok: true as const, body: numbers, nextCursor: null }), String, { name: 'numbers' }),
  );
  await act(async () => undefined);
  first.unmount();
  const rest = Promise.withResolvers<FakeResponse>();
  const load = (cursor: string | null): Promise<FakeResponse> =>
    cursor ? rest.promise : Promise.resolve({ ok: true, body: numbers.slice(0, 100), nextCursor: 'after 100' });
  const { result } = renderHook(() => usePages(load, String, { name: 'numbers' }));
  await act(async () => undefined);
  expect([result.current.items.length, result.current.status]).toEqual([100, 'loading']);
  act(() => result.current.remove('5'));
  await act(async () => rest.resolve({ ok: true, body: numbers.slice(100), nextCursor: null }));
  // What was removed meanwhile does not come back.
  expect([result.current.items.length, result.current.status]).toEqual([129, 'ready']);
});

it('Going back to a row that was opened beside its list loads as many items as were shown', async () => {
  history.replaceState({ key: 'beside' }, '');
  const limits: (number | undefined)[] = [];
  const load = async (_cursor: string | null, limit?: number) => {
    limits.push(limit);
    return { ok: true as const, body: Array.from({ length: limit ?? 20 }, (_, at) => at), nextCursor: 'next' };
  };
  const first = renderHook(() => usePages(load, String, { name: 'numbers' }));
  await act(async () => undefined);
  act(() => first.result.current.insert([20, 21], (one, other) => one - other));
  history.replaceState({ key: 'a row' }, '');
  first.rerender();
  first.unmount();
  renderHook(() => usePages(load, String, { name: 'numbers' }));
  await act(async () => undefined);
  expect(limits).toEqual([undefined, 40]);
});
