import { configure } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 4_000 });

// What a component complains about on the console is a fault of the component.
let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  localStorage.clear();
  sessionStorage.clear();
  // Files share their modules; what was said in one is not on the screen of the next.
  toast.removeAll();
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      complaints.push(parts.map(String).join(' '));
    });
  }
  vi.stubGlobal('scrollTo', () => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  if (complaints.length > 0) throw new Error(`Complaints on the console:\n${complaints.join('\n')}`);
});
