/**
 * Installs the community as an app. `boot.js` keeps the browser's own prompt, which a button of ours shows: in the
 * settings, and once on a phone after a member's third visit or first sent message.
 */
import { browserStorage, tabStorage } from '#lib/browser/storage.ts';

type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

const VISITS = 'app:visits';
const COUNTED = 'app:counted';
const OFFERED = 'app:offered';
const ENOUGH_VISITS = 3;

const kept = globalThis as { installPrompt?: InstallPrompt | undefined };

const matches = (query: string): boolean => typeof matchMedia === 'function' && matchMedia(query).matches;

/** Whether this window is the installed app. */
export const isInstalled = (): boolean =>
  matches('(display-mode: standalone)') || (navigator as { standalone?: boolean }).standalone === true;

/** Whether a button can install the app in this browser. */
export const canInstall = (): boolean => kept.installPrompt !== undefined;

/** On Apple devices the member installs through the browser's own menu. An iPad identifies itself as a Mac. */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

const isPhone = (): boolean => matches('(pointer: coarse)') && !isInstalled();

/** Shows the browser's prompt. Returns whether the member has accepted. */
export async function install(): Promise<boolean> {
  const prompt = kept.installPrompt;
  // A prompt can be shown only once.
  kept.installPrompt = undefined;
  return (await prompt?.prompt())?.outcome === 'accepted';
}

/** Counts this tab as a visit, once. Returns whether the member has visited often enough for an offer. */
export function countVisit(): boolean {
  const before = Number(browserStorage.get(VISITS) ?? 0);
  if (tabStorage.get(COUNTED) !== null) return before >= ENOUGH_VISITS;
  tabStorage.set(COUNTED, 'yes');
  browserStorage.set(VISITS, String(before + 1));
  return before + 1 >= ENOUGH_VISITS;
}

/** Calls `offer` if the app can be installed on this phone, and never again in this browser. */
export function offerOnce(offer: () => void): void {
  if (!canInstall() || !isPhone() || browserStorage.get(OFFERED) !== null) return;
  browserStorage.set(OFFERED, 'yes');
  offer();
}
