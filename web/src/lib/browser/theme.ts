import { useSyncExternalStore } from 'react';
import { browserStorage } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';

/** Also read by boot.js before the first paint. */
const storageKey = 'theme';
const listeners = new Set<() => void>();

/** The member's choice; `system` while none was made. */
export function getTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Applies the choice at once and remembers it in this browser; without storage it holds until the page is reloaded. */
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

/** The current choice and its setter; every component that shows it follows. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, getTheme), setTheme];
}
