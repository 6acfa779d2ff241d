/**
 * Settings of this community that the server writes into the page's head, such as its name, which also replaces the
 * built-in one in the landing page.
 */
import { useSyncExternalStore } from 'react';

export const readMeta = (name: string): string | null =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

let name = readMeta('application-name') ?? 'Afterhours';
let logo = readMeta('site-logo');
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const siteName = (): string => name;
/** The name, kept current while the page is open. */
export const useSiteName = (): string => useSyncExternalStore(subscribe, siteName, siteName);

/** The image that replaces the built-in logo: its address, width and height, separated by spaces; or null. */
const siteLogo = (): string | null => logo;
/** The logo, kept current while the page is open. */
export const useSiteLogo = (): string[] => useSyncExternalStore(subscribe, siteLogo, siteLogo)?.split(' ') ?? [];

/** Shows a new name and logo, which the owners have chosen, wherever the page has them. */
export function renameSite(next: { name: string; logo: string | null }): void {
  ({ name, logo } = next);
  for (const listener of listeners) listener();
}

/** Whether members may sign in with a password. If not, they use a passkey or another provider. */
export const passwordsUsed = readMeta('passwords') === null;
/** Who may join: everyone, people whom the staff accept, people with an invitation, or nobody. */
export const registration = readMeta('registration') ?? 'open';
export const useCopyright = (): string => `© 2023 ${useSiteName()}`;
