/**
 * What the browser keeps, under the names other software may know: `token` (as JSON), `user`, `loggedin`,
 * `lastLoginDate`, `searchHistory` (at most 5 terms, newest first) and `searchTerm`.
 */
import type { OwnUser } from '@afterhours/contract/account/account';
import { isGuestView, leaveGuestView } from './guest-view.ts';
import { browserStorage, parseStored } from './storage.ts';

const SEARCH_HISTORY_LENGTH = 5;

const sessionKeys = ['token', 'user', 'loggedin'] as const;

const { get, set, remove } = browserStorage;

/** The stored token, or null. */
export function readToken(): string | null {
  if (isGuestView()) return null;
  const token = parseStored(get('token'));
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Whether something of a session is stored without its token. */
export const hasSessionLeftovers = (): boolean =>
  !isGuestView() && readToken() === null && sessionKeys.some((key) => get(key) !== null);

/** The member as last received from the server, or null. Stored values are not checked. */
export function readUser(): OwnUser | null {
  if (isGuestView()) return null;
  const user = parseStored(get('user'));
  return typeof user === 'object' && user !== null && '_id' in user ? (user as OwnUser) : null;
}

export const readLastLogin = (): string | null => get('lastLoginDate');

/** Stores a new session. The token comes last, because it tells other tabs that all of the session is there. */
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

/** Removes the session, and what was searched for in it. */
export function clearSession(): void {
  if (isGuestView()) return;
  for (const key of sessionKeys) remove(key);
  remove('searchHistory');
  remove('searchTerm');
}

/** The last terms searched for, newest first. */
export function readSearchHistory(): string[] {
  const history = parseStored(get('searchHistory'));
  return Array.isArray(history)
    ? history.filter((term) => typeof term === 'string').slice(0, SEARCH_HISTORY_LENGTH)
    : [];
}

/** Puts a term first in the history. Returns the new history. */
export function rememberSearch(term: string): string[] {
  const trimmed = term.trim();
  if (trimmed === '') return readSearchHistory();
  const others = readSearchHistory().filter((each) => each.toLowerCase() !== trimmed.toLowerCase());
  const history = [trimmed, ...others].slice(0, SEARCH_HISTORY_LENGTH);
  set('searchHistory', JSON.stringify(history));
  set('searchTerm', trimmed);
  return history;
}

/** Takes a term, or all of them, out of the history. Returns the new history. */
export function forgetSearch(term?: string): string[] {
  const history = term === undefined ? [] : readSearchHistory().filter((each) => each !== term);
  if (history.length > 0) set('searchHistory', JSON.stringify(history));
  else remove('searchHistory');
  if (term === undefined || term === get('searchTerm')) remove('searchTerm');
  return history;
}

/** Calls back when another tab signs in (`true`) or out (`false`). Returns how to stop listening. */
export function watchOtherTabs(listener: (signedIn: boolean) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // `key` is null when another tab cleared the whole storage.
    if (event.key === 'token' || event.key === null) listener(readToken() !== null);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Stores unsent work under a key of its own; null removes it. */
export function writeDraft(name: string, draft: unknown): void {
  if (draft === null) remove(`draft:${name}`);
  else set(`draft:${name}`, JSON.stringify(draft));
}

/** The unsent work stored under that name, unchecked, or null. */
export const readDraft = (name: string): unknown => parseStored(get(`draft:${name}`));
