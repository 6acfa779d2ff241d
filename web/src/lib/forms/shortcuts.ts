import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser/storage.ts';

const storageKey = 'shortcuts';
const listeners = new Set<() => void>();

/** Whether single keys are shortcuts in this browser. Who uses speech input, or a shaking hand, may turn them off. */
export const areShortcutsOn = (): boolean => browserStorage.get(storageKey) !== 'off';

export function setShortcuts(on: boolean): void {
  if (on) browserStorage.remove(storageKey);
  else browserStorage.set(storageKey, 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Like `areShortcutsOn`; components that use it rerender when the choice is changed, here or in another window. */
export const useShortcuts = (): boolean => useSyncExternalStore(subscribe, areShortcutsOn);

/** Nothing is typed into a radio button: only the space bar, Enter and the arrow keys belong to it. */
const FIELDS = 'input:not([type="radio"]), textarea, select, [contenteditable="true"]';

/** Whether a key press may be a shortcut of the page, and belongs to no field, menu or dialog, nor to the browser. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key.length === 1 && !areShortcutsOn()) return false;
  return !(event.target instanceof Element) || event.target.closest(`${FIELDS}, [role="menu"], dialog`) === null;
}
