/**
 * Text storage by key. Where the browser refuses storage (private tabs, blocked cookies, no room left), values are kept
 * in memory until the page is reloaded. Nothing here throws.
 */
type TextStorage = {
  get: (key: string) => string | null;
  set: (key: string, text: string) => void;
  remove: (key: string) => void;
  /** Returns the keys that begin with a prefix, sorted. */
  keys: (prefix: string) => string[];
};

function attempt<T>(run: () => T, refused: T): T {
  try {
    return run();
  } catch {
    return refused;
  }
}

/** `area` is a function because a browser may throw on access to the property itself. */
function createStorage(area: () => Storage): TextStorage {
  const memory = new Map<string, string>();
  return {
    get: (key) => memory.get(key) ?? attempt(() => area().getItem(key), null),
    set: (key, text) => {
      const isStored = attempt(() => {
        area().setItem(key, text);
        return true;
      }, false);
      if (isStored) memory.delete(key);
      else memory.set(key, text);
    },
    remove: (key) => {
      memory.delete(key);
      attempt(() => area().removeItem(key), undefined);
    },
    keys: (prefix) => {
      const stored = attempt(() => Object.keys(area()), []);
      return [...new Set([...stored, ...memory.keys()])].filter((key) => key.startsWith(prefix)).sort();
    },
  };
}

/** Shared by all tabs; survives a restart of the browser. */
export const browserStorage = createStorage(() => localStorage);

/** Kept for this tab until it is closed. */
export const tabStorage = createStorage(() => sessionStorage);

/** Parses a JSON text. Returns null for null and for a text that is not JSON. */
export const parseStored = (text: string | null): unknown => attempt(() => JSON.parse(text ?? 'null') as unknown, null);
