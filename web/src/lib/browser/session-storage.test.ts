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
  it('stores the token as JSON, the user and the flag under their keys', () => {
    writeSession('abc', buildOwnUser());
    expect(localStorage.getItem('token')).toBe('"abc"');
    expect(localStorage.getItem('loggedin')).toBe('true');
    expect(readUser()?.email).toBe('ana@example.com');
    expect(readToken()).toBe('abc');
  });
  it('is removed completely', () => {
    writeSession('abc', buildOwnUser());
    rememberSearch('lamps');
    localStorage.setItem('places:/home', '[390,["post",12]]');
    localStorage.setItem('draft:message-dock', '"list"');
    localStorage.setItem('theme', 'dark');
    clearSession();
    expect(Object.keys(localStorage).sort()).toEqual(['lastLoginDate', 'theme']);
  });
  it.each(['abc', '{', '7', '""'])('treats %s as no token', (kept) => {
    localStorage.setItem('token', kept);
    expect(readToken()).toBeNull();
  });
  it('works for this page when the browser refuses storage', () => {
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
  it('holds the last five distinct terms, newest first', () => {
    for (const term of ['a', 'b', 'c', 'd', 'e', 'f', ' C ']) rememberSearch(term);
    expect(readSearchHistory()).toEqual(['C', 'f', 'e', 'd', 'b']);
    expect(localStorage.getItem('searchTerm')).toBe('C');
  });
  it('ignores an empty term', () => {
    expect(rememberSearch('  ')).toEqual([]);
  });
});

describe('Another tab', () => {
  it('that sees a token finds the member stored with it', () => {
    const written = vi.spyOn(Storage.prototype, 'setItem');
    writeSession('abc', buildOwnUser());
    expect(written.mock.calls.map(([key]) => key).at(-1)).toBe('token');
    written.mockRestore();
  });

  it('is noticed when it signs out, until the listener is removed', () => {
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

  it('that has signed out meanwhile is noticed by a page that is gone back to, and one that has not is not', () => {
    const turn = (type: string) => dispatchEvent(new Event(type));
    writeSession('abc', buildOwnUser());
    const received = vi.fn();
    const stop = watchOtherTabs(received);
    turn('pagehide');
    turn('pageshow');
    expect(received).not.toHaveBeenCalled();
    turn('pagehide');
    clearSession();
    turn('pageshow');
    expect(received).toHaveBeenCalledExactlyOnceWith(false);
    stop();
  });
});
