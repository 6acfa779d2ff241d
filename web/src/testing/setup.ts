import { configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

// A generous timeout: a slow machine must not fail a test.
configure({ asyncUtilTimeout: 15_000 });

// Anything that a component logs as an error or warning fails the test.
let complaints: string[] = [];
// How long a check of the store takes depends on the machine, not on the component.
const OF_THE_MACHINE = /InvariantMiddleware took \d+ms/;

beforeEach(() => {
  complaints = [];
  localStorage.clear();
  sessionStorage.clear();
  // Lists remember how many rows they showed at an entry of the history, which test files share, too.
  history.replaceState(null, '');
  // Test files share their modules, so toasts from one file would appear in the next.
  toast.removeAll();
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      const complaint = parts.map(String).join(' ');
      if (!OF_THE_MACHINE.test(complaint)) complaints.push(complaint);
    });
  }
  vi.stubGlobal('scrollTo', () => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (complaints.length > 0) throw new Error(`Complaints on the console:\n${complaints.join('\n')}`);
});

// Test files share their modules: a page that is still being loaded when one ends would fail in the next.
afterAll(() => vi.dynamicImportSettled());
