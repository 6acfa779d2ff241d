import { describe, expect, it, vi } from 'vitest';
import { buildOwnUser } from '#testing/build.ts';
import {
  clearSession,
  readSearchHistory,
  readToken,
  readUser,
  rememberSearch,
  watchOtherTabs,
  writeSession,
} from './session-storage.ts';

describe('The session in the browser', () => {
  it('keeps the token as JSON, the user and the flag under their names', () => {
    writeSession('abc', buildOwnUser());
    expect(localStorage.getItem('token')).toBe('"abc"');
    expect(localStorage.getItem('loggedin')).toBe('true');
    expect(readUser()?.email).toBe('ana@example.com');
    expect(readToken()).toBe('abc');
  });
  it('forgets all of it', () => {
    writeSession('abc', buildOwnUser());
    clearSession();
    for (const key of ['token', 'user', 'loggedin']) expect(localStorage.getItem(key)).toBeNull();
  });
  it.each(['abc', '{', '7', '""'])('takes %s for no token', (kept) => {
    localStorage.setItem('token', kept);
    expect(readToken()).toBeNull();
  });
  it('works for this page when storage is refused', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied');
    });
    writeSession('held', buildOwnUser());
    expect(readToken()).toBe('held');
    clearSession();
    expect(readToken()).toBeNull();
  });
});

describe('The search history', () => {
  it('holds the last five terms, each once, newest first', () => {
    for (const term of ['a', 'b', 'c', 'd', 'e', 'f', ' C ']) rememberSearch(term);
    expect(readSearchHistory()).toEqual(['C', 'f', 'e', 'd', 'b']);
    expect(localStorage.getItem('searchTerm')).toBe('C');
  });
  it('remembers no empty term', () => {
    expect(rememberSearch('  ')).toEqual([]);
  });
});

describe('Another tab', () => {
  it('that hears of a token finds the member beside it', () => {
    const written = vi.spyOn(Storage.prototype, 'setItem');
    writeSession('abc', buildOwnUser());
    expect(written.mock.calls.map(([key]) => key).at(-1)).toBe('token');
    written.mockRestore();
  });

  it('is noticed when it signs out, and no longer after listening ended', () => {
    writeSession('abc', buildOwnUser());
    const received = vi.fn();
    const stop = watchOtherTabs(received);
    localStorage.removeItem('token');
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(received).toHaveBeenLastCalledWith(false);
    stop();
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(received).toHaveBeenCalledOnce();
  });
});
