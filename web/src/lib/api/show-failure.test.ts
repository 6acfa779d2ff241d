import { toast } from 'react-hot-toast/headless';
import { expect, it, vi } from 'vitest';
import { showFailure } from './show-failure.ts';

it('A failure is shown, except that of a session that has ended: the login page explains it', () => {
  const shown = vi.spyOn(toast, 'error');
  const failed = (status: number) => ({ ok: false as const, status, message: `Status ${status}` });
  const results = [showFailure(failed(401)), showFailure(failed(409))];
  expect(results).toEqual([failed(401), failed(409)]);
  expect(shown.mock.calls.map(([message]) => message)).toEqual(['Status 409']);
});
