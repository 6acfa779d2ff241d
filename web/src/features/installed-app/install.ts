/**
 * Installing the community as an app. The browser's own offer is kept by `boot.js`, and made by a button of ours: in
 * the settings, and once on a phone when the member has come a third time or has sent a message.
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

/** Whether the browser lets a button install the app. */
export const canInstall = (): boolean => kept.installPrompt !== undefined;

/** On these the member installs by the browser's own menu. An iPad says that it is a Mac. */
export const isApple = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

const isPhone = (): boolean => matches('(pointer: coarse)') && !isInstalled();

/** Shows the browser's question. Returns whether the app is being installed. */
export async function install(): Promise<boolean> {
  const prompt = kept.installPrompt;
  // A browser answers each offer once.
  kept.installPrompt = undefined;
  return (await prompt?.prompt())?.outcome === 'accepted';
}

/** Counts this tab as a visit, once. Returns whether the member has come often enough for an offer. */
export function countVisit(): boolean {
  const before = Number(browserStorage.get(VISITS) ?? 0);
  if (tabStorage.get(COUNTED) !== null) return before >= ENOUGH_VISITS;
  tabStorage.set(COUNTED, 'yes');
  browserStorage.set(VISITS, String(before + 1));
  return before + 1 >= ENOUGH_VISITS;
}

/** Calls `offer` where it makes sense, and never again in this browser. */
export function offerOnce(offer: () => void): void {
  if (!canInstall() || !isPhone() || browserStorage.get(OFFERED) !== null) return;
  browserStorage.set(OFFERED, 'yes');
  offer();
}
