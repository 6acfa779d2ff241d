import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserStorage, parseStored, tabStorage } from './storage.ts';

const denied = () => {
  throw new DOMException('denied');
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('The browser’s storage', () => {
  it('keeps values of the browser and of the tab apart', () => {
    browserStorage.set('one', 'a');
    tabStorage.set('one', 'b');
    expect(localStorage.getItem('one')).toBe('a');
    expect(sessionStorage.getItem('one')).toBe('b');
    browserStorage.remove('one');
    expect(browserStorage.get('one')).toBeNull();
    expect(tabStorage.get('one')).toBe('b');
  });

  it('lists the keys that begin with a prefix', () => {
    for (const key of ['draft:b', 'draft:a', 'theme']) browserStorage.set(key, '1');
    expect(browserStorage.keys('draft:')).toEqual(['draft:a', 'draft:b']);
  });

  it('keeps a value in memory while storage is full, and in storage again once there is room', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(denied);
    browserStorage.set('draft:c', 'first');
    expect(localStorage.getItem('draft:c')).toBeNull();
    expect([browserStorage.get('draft:c'), browserStorage.keys('draft:')]).toEqual(['first', ['draft:c']]);
    browserStorage.set('draft:c', 'second');
    expect(localStorage.getItem('draft:c')).toBe('second');
    browserStorage.remove('draft:c');
    expect(browserStorage.get('draft:c')).toBeNull();
  });

  it('works where the browser throws on access to the property itself', () => {
    vi.stubGlobal('localStorage', new Proxy({}, { get: denied, ownKeys: denied }));
    browserStorage.set('theme', 'dark');
    expect([browserStorage.get('theme'), browserStorage.keys('')]).toEqual(['dark', ['theme']]);
    browserStorage.remove('theme');
    expect(browserStorage.get('theme')).toBeNull();
  });

  it('parses a text that is not JSON as null', () => {
    expect([parseStored('{"a":1}'), parseStored('{'), parseStored(null)]).toEqual([{ a: 1 }, null, null]);
  });
});
