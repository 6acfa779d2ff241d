import { configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 8_000 });

// What a component complains about on the console is a fault of the component.
let complaints: string[] = [];
// How long a check of the store took says how busy the machine is, not what the component does.
const OF_THE_MACHINE = /InvariantMiddleware took \d+ms/;

beforeEach(() => {
  complaints = [];
  localStorage.clear();
  sessionStorage.clear();
  // Files share their modules; what was said in one is not on the screen of the next.
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
  if (complaints.length > 0) throw new Error(`Complaints on the console:\n${complaints.join('\n')}`);
});
