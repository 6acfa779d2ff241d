/**
 * What the browser keeps, under the names other software may know: `token` (as JSON), `user`, `loggedin`,
 * `lastLoginDate`, `searchHistory` (at most 5 terms, newest first) and `searchTerm`.
 * Where storage is refused (private windows, blocked cookies) everything is held in memory for this page.
 */
import type { OwnUser } from '@afterhours/contract/account';

const SEARCH_HISTORY_LENGTH = 5;

const sessionKeys = ['token', 'user', 'loggedin'] as const;
const memory = new Map<string, string>();

function read(key: string): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    memory.set(key, value);
  }
}

function remove(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Held in memory, and gone from there.
  }
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The held token, or null. */
export function readToken(): string | null {
  const token = parse(read('token'));
  return typeof token === 'string' && token !== '' ? token : null;
}

/** Whether something of a session is kept without its token. */
export const hasSessionLeftovers = (): boolean => readToken() === null && sessionKeys.some((key) => read(key) !== null);

/** The member as last heard from the server, or null; only as good as what was stored. */
export function readUser(): OwnUser | null {
  const user = parse(read('user'));
  return typeof user === 'object' && user !== null && '_id' in user ? (user as OwnUser) : null;
}

export const readLastLogin = (): string | null => read('lastLoginDate');

/** Keeps a new session; the token last, for by it other tabs hear that all of it is there. */
export function writeSession(token: string, user: OwnUser): void {
  write('loggedin', 'true');
  write('lastLoginDate', new Date().toISOString());
  writeUser(user);
  write('token', JSON.stringify(token));
}

export function writeUser(user: OwnUser): void {
  write('user', JSON.stringify(user));
}

/** Forgets the session, and what was searched for in it. */
export function clearSession(): void {
  for (const key of sessionKeys) remove(key);
  remove('searchHistory');
  remove('searchTerm');
}

/** The last terms searched for, newest first. */
export function readSearchHistory(): string[] {
  const history = parse(read('searchHistory'));
  return Array.isArray(history)
    ? history.filter((term) => typeof term === 'string').slice(0, SEARCH_HISTORY_LENGTH)
    : [];
}

/** Puts a term first in the history and answers the new history. */
export function rememberSearch(term: string): string[] {
  const trimmed = term.trim();
  if (trimmed === '') return readSearchHistory();
  const others = readSearchHistory().filter((held) => held.toLowerCase() !== trimmed.toLowerCase());
  const history = [trimmed, ...others].slice(0, SEARCH_HISTORY_LENGTH);
  write('searchHistory', JSON.stringify(history));
  write('searchTerm', trimmed);
  return history;
}

/** Takes a term out of the history, or all of them, and answers the new history. */
export function forgetSearch(term?: string): string[] {
  const history = term === undefined ? [] : readSearchHistory().filter((held) => held !== term);
  if (history.length > 0) write('searchHistory', JSON.stringify(history));
  else remove('searchHistory');
  if (term === undefined || term === read('searchTerm')) remove('searchTerm');
  return history;
}

/** Tells when another tab signed in (`true`) or out (`false`). Answers how to stop listening. */
export function watchOtherTabs(listener: (signedIn: boolean) => void): () => void {
  const heard = (event: StorageEvent) => {
    // `key` is null when another tab cleared the whole storage.
    if (event.key === 'token' || event.key === null) listener(readToken() !== null);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}

/** Keeps unsent work under a key of its own; null forgets it. */
export function writeDraft(name: string, draft: unknown): void {
  if (draft === null) remove(`draft:${name}`);
  else write(`draft:${name}`, JSON.stringify(draft));
}

/** The unsent work kept under that name, unchecked, or null. */
export const readDraft = (name: string): unknown => parse(read(`draft:${name}`));
