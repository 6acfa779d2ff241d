import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser/storage.ts';

export type Theme = 'system' | 'light' | 'dark';

/** boot.js also reads this key, before the first paint. */
const storageKey = 'theme';
const listeners = new Set<() => void>();

/** Returns the member's choice; `system` if there is none. */
export function getTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Applies the choice at once and stores it in this browser; without storage it lasts until the page is reloaded. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (theme === 'system') browserStorage.remove(storageKey);
  else browserStorage.set(storageKey, theme);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the current choice and its setter; every component that uses it rerenders on a change. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, getTheme), setTheme];
}
