/** The state of the floating chats, stored in the browser so that it is the same on every page. */
import { useSyncExternalStore } from 'react';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';

const NAME = 'message-dock';
const LIST = 'list';

/** Closed, the list, or the chat with a member. */
type Dock = { open: false } | { open: true; userId: string | null };

const closed: Dock = { open: false };
const list: Dock = { open: true, userId: null };

function readDock(): Dock {
  const stored = readDraft(NAME);
  if (typeof stored !== 'string') return closed;
  return stored === LIST ? list : { open: true, userId: stored };
}

let dock = readDock();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(next: Dock): void {
  dock = next;
  writeDraft(NAME, next.open ? (next.userId ?? LIST) : null);
  for (const listener of listeners) listener();
}

export const dockToggleId = 'message-dock-toggle';
export const toggleDock = (): void => set(dock.open ? closed : list);
export const closeDock = (): void => set(closed);
export const showDockList = (): void => set(list);
let chosenNow = false;
export function showDockChat(userId: string): void {
  chosenNow = true;
  set({ open: true, userId });
}
/** Continues the open chat under another id; the focus stays where it is. */
export const moveDockChat = (userId: string): void => set({ open: true, userId });
/** Returns true once after a chat was chosen: a chat that merely stayed open must not take the focus from the page. */
export function takeChosenNow(): boolean {
  const chosen = chosenNow;
  chosenNow = false;
  return chosen;
}

export const useDock = (): Dock => useSyncExternalStore(subscribe, () => dock);
