import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countVisit, install, offerOnce } from './install.ts';
import { InstallCard } from './install-card.tsx';

type Kept = { installPrompt?: unknown };

/** Simulates a device that matches these media queries, and a browser that may offer to install. */
function useDevice({ matching = '', offers = false, agent = 'Android' }): ReturnType<typeof vi.fn> {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' }));
  (globalThis as Kept).installPrompt = offers ? { prompt } : undefined;
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matching !== '' && query.includes(matching) }));
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  return prompt;
}

beforeEach(() => void useDevice({}));
afterEach(() => {
  delete (globalThis as Kept).installPrompt;
});

describe('The offer to install', () => {
  it('is made on a phone whose browser can install, and only once', () => {
    const offer = vi.fn();
    useDevice({ matching: 'coarse' });
    offerOnce(offer);
    useDevice({ offers: true });
    offerOnce(offer);
    expect(offer).not.toHaveBeenCalled();
    useDevice({ matching: 'coarse', offers: true });
    offerOnce(offer);
    offerOnce(offer);
    expect(offer).toHaveBeenCalledTimes(1);
  });

  it('comes on the third visit, not counting reloads', () => {
    expect([countVisit(), countVisit(), countVisit()]).toEqual([false, false, false]);
    for (const expected of [false, true, true]) {
      sessionStorage.clear();
      expect(countVisit()).toBe(expected);
    }
  });

  it("shows the browser's own prompt, which can be used once", async () => {
    const prompt = useDevice({ offers: true });
    expect(await install()).toBe(true);
    expect(await install()).toBe(false);
    expect(prompt).toHaveBeenCalledTimes(1);
  });
});

describe('The settings', () => {
  it('have a button if the browser can install', async () => {
    const prompt = useDevice({ offers: true });
    render(<InstallCard />);
    await userEvent.click(screen.getByRole('button', { name: 'Install' }));
    expect(prompt).toHaveBeenCalled();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['on an iPhone', { agent: 'iPhone' }, /Add to Home Screen/],
    ['in another browser', { agent: 'Firefox' }, /menu of your browser/],
    ['in the app itself', { matching: 'standalone' }, /as an app on this device/],
  ])('explain in words how to install %s', (_where, device, words) => {
    useDevice(device);
    render(<InstallCard />);
    expect(screen.queryByText(words)).not.toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
