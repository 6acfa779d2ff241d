import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createPartLoader, loadWithRetries } from './load-part.ts';

it('A part that is retried in the background is loaded as soon as the browser is back online', async () => {
  const responses = [Promise.reject(new Error('Failed to fetch')), Promise.resolve('the part')];
  responses[0]?.catch(() => undefined);
  let attempts = 0;
  const listening = vi.spyOn(globalThis, 'addEventListener');
  const loading = loadWithRetries(() => responses[attempts++] ?? Promise.reject(new Error('asked too often')));
  await vi.waitFor(() => expect(listening).toHaveBeenCalledWith('online', expect.any(Function)));
  expect(attempts).toBe(1);
  fireEvent.online(window);
  expect(await loading).toBe('the part');
});

it('A part is loaded once, and can be loaded again after a failure', async () => {
  let fails = true;
  let attempts = 0;
  const start = createPartLoader(() => {
    attempts++;
    return fails ? Promise.reject(new Error('Failed to fetch')) : Promise.resolve('the part');
  });
  await expect(start()).rejects.toThrow('Failed to fetch');
  fails = false;
  expect(await Promise.all([start(), start()])).toEqual(['the part', 'the part']);
  await start();
  expect(attempts).toBe(2);
});
