/**
 * What the browser keeps as text under a key. Where it refuses storage (private tabs, blocked cookies, no room left)
 * the text is kept in memory until the page is reloaded. Nothing here throws.
 */
type TextStorage = {
  get: (key: string) => string | null;
  set: (key: string, text: string) => void;
  remove: (key: string) => void;
  /** The keys that begin with a prefix, sorted. */
  keys: (prefix: string) => string[];
};

function attempt<T>(run: () => T, refused: T): T {
  try {
    return run();
  } catch {
    return refused;
  }
}

/** `area` is a function, because a browser may refuse the property itself. */
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

/** Kept for all tabs, also after the browser has been closed. */
export const browserStorage = createStorage(() => localStorage);

/** Kept for this tab until it is closed. */
export const tabStorage = createStorage(() => sessionStorage);

/** The value that a text in JSON stands for; null for none, and for what is no JSON. */
export const parseStored = (text: string | null): unknown => attempt(() => JSON.parse(text ?? 'null') as unknown, null);
