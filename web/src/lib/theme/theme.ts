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

function applyTheme(theme: string | null): void {
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const listener of listeners) listener();
}

/** Applies the choice at once and stores it in this browser; without storage it lasts until the page is reloaded. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') browserStorage.remove(storageKey);
  else browserStorage.set(storageKey, theme);
  applyTheme(theme);
}

/** Another window of this browser has changed the choice. */
function onStorage({ key, newValue }: StorageEvent): void {
  if (key === storageKey) applyTheme(newValue);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', onStorage);
  };
}

/** Returns the current choice and its setter; every component that uses it rerenders on a change. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, getTheme), setTheme];
}
