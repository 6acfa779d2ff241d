/**
 * The session in the browser's storage, under keys that other software may know: `token` (as JSON), `user`, `loggedin`,
 * `lastLoginDate`, `searchHistory` (at most 5 terms, newest first) and `searchTerm`.
 */
import type { OwnUser } from '@afterhours/contract/account/account';
import { isGuestView, leaveGuestView } from './guest-view.ts';
import { browserStorage, parseStored } from './storage.ts';

const SEARCH_HISTORY_LENGTH = 5;

const sessionKeys = ['token', 'user', 'loggedin'] as const;

const { get, set, remove, keys } = browserStorage;

/** Returns the stored token, or null. */
export function readToken(): string | null {
  if (isGuestView()) return null;
  const token = parseStored(get('token'));
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Whether parts of a session are stored without its token. */
export const hasSessionLeftovers = (): boolean =>
  !isGuestView() && readToken() === null && sessionKeys.some((key) => get(key) !== null);

/** Returns the member as last received from the server, or null. Stored values are not validated. */
export function readUser(): OwnUser | null {
  if (isGuestView()) return null;
  const user = parseStored(get('user'));
  return typeof user === 'object' && user !== null && '_id' in user ? (user as OwnUser) : null;
}

export const readLastLogin = (): string | null => get('lastLoginDate');

/** Stores a new session. The token is written last, because it tells other tabs that the session is complete. */
export function writeSession(token: string, user: OwnUser): void {
  leaveGuestView();
  set('loggedin', 'true');
  set('lastLoginDate', new Date().toISOString());
  writeUser(user);
  set('token', JSON.stringify(token));
}

export function writeUser(user: OwnUser): void {
  set('user', JSON.stringify(user));
}

/**
 * Removes the session, and what would show the next member how its member used the pages: searches, the open chat, and
 * the places of entries (`places:…`). Unsent work stays for its member, unless they sign out (`unsent-work.ts`).
 */
export function clearSession(): void {
  if (isGuestView()) return;
  const ofSession = [...sessionKeys, 'searchHistory', 'searchTerm', 'draft:message-dock', ...keys('places:')];
  for (const key of ofSession) remove(key);
}

/** Returns the last search terms, newest first. */
export function readSearchHistory(): string[] {
  const history = parseStored(get('searchHistory'));
  return Array.isArray(history)
    ? history.filter((term) => typeof term === 'string').slice(0, SEARCH_HISTORY_LENGTH)
    : [];
}

/** Puts a term at the start of the history. Returns the new history. */
export function rememberSearch(term: string): string[] {
  const trimmed = term.trim();
  if (trimmed === '') return readSearchHistory();
  const others = readSearchHistory().filter((each) => each.toLowerCase() !== trimmed.toLowerCase());
  const history = [trimmed, ...others].slice(0, SEARCH_HISTORY_LENGTH);
  set('searchHistory', JSON.stringify(history));
  set('searchTerm', trimmed);
  return history;
}

/** Removes one term, or all of them, from the history. Returns the new history. */
export function forgetSearch(term?: string): string[] {
  const history = term === undefined ? [] : readSearchHistory().filter((each) => each !== term);
  if (history.length > 0) set('searchHistory', JSON.stringify(history));
  else remove('searchHistory');
  if (term === undefined || term === get('searchTerm')) remove('searchTerm');
  return history;
}

/**
 * Calls `listener` when another tab signs in (`true`) or out (`false`), at once when a page that was left before that
 * is gone back to. Returns a function that stops listening.
 */
export function watchOtherTabs(listener: (signedIn: boolean) => void): () => void {
  // No event tells a page of what happens after it was left. It is shown again if the member goes back to it.
  const onLeave = () => {
    const left = readToken();
    addEventListener('pageshow', () => readToken() !== left && listener(readToken() !== null), { once: true });
  };
  const onStorage = (event: StorageEvent) => {
    // `key` is null when another tab cleared the whole storage.
    if (event.key === 'token' || event.key === null) listener(readToken() !== null);
  };
  addEventListener('storage', onStorage);
  addEventListener('pagehide', onLeave);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener('pagehide', onLeave);
  };
}

/** Stores unsent work under its own key; null removes it. */
export function writeDraft(name: string, draft: unknown): void {
  if (draft === null) remove(`draft:${name}`);
  else set(`draft:${name}`, JSON.stringify(draft));
}

/**
 * Calls `listener` when another tab changes the unsent work of that name, with what it is now and what it was.
 * Returns a function that stops watching.
 */
export function watchDraft(name: string, listener: (now: unknown, before: unknown) => void): () => void {
  const onStorage = ({ key, newValue, oldValue }: StorageEvent) => {
    if (key === `draft:${name}`) listener(parseStored(newValue), parseStored(oldValue));
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Tells the watchers in this tab of a change that another tab would be told of. `before` is what it was. */
export function announceDraft(name: string, before: unknown): void {
  const key = `draft:${name}`;
  dispatchEvent(new StorageEvent('storage', { key, oldValue: JSON.stringify(before), newValue: get(key) }));
}

/** Returns the unsent work stored under that name, not validated, or null. */
export const readDraft = (name: string): unknown => parseStored(get(`draft:${name}`));
