import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countVisit, install, offerOnce } from './install.ts';
import { InstallCard } from './install-card.tsx';

type Kept = { installPrompt?: unknown };

/** A device with what matches these media queries, and whether its browser offers to install. */
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
  it('is made on a phone whose browser installs, and once only', () => {
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

  it('comes at the third visit; a reload is none', () => {
    expect([countVisit(), countVisit(), countVisit()]).toEqual([false, false, false]);
    for (const expected of [false, true, true]) {
      sessionStorage.clear();
      expect(countVisit()).toBe(expected);
    }
  });

  it("asks by the browser's own question, which it answers once", async () => {
    const prompt = useDevice({ offers: true });
    expect(await install()).toBe(true);
    expect(await install()).toBe(false);
    expect(prompt).toHaveBeenCalledTimes(1);
  });
});

describe('The settings', () => {
  it('have a button where the browser installs', async () => {
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
  ])('say in words how it goes %s', (_where, device, words) => {
    useDevice(device);
    render(<InstallCard />);
    expect(screen.queryByText(words)).not.toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
