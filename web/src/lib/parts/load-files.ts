/**
 * Loads the files of a part of the program before the part is imported; builds use it instead of Vite's own function.
 * Many browsers remember a failed module fetch for as long as the page is open, so that importing the module again
 * fails at once. A file that is fetched beforehand can be requested again, and is in the browser's cache when it is
 * imported.
 */

/** Dispatched on the window when a file of a part could not be loaded. */
export const FILE_LOST = 'filelost';

const GONE = 'FileGoneError';

/**
 * Whether a part failed to load because the server no longer has its files: it was upgraded after the page was opened,
 * and only a reload of the page helps.
 */
export const isFileGone = (error: unknown): boolean => error instanceof Error && error.name === GONE;

const loads = new Map<string, Promise<void>>();

async function fetchFile(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) {
    const error = new Error(`status ${response.status}`);
    if (response.status === 404) error.name = GONE;
    throw error;
  }
  // Read to the end, because only then does the browser cache it.
  await response.arrayBuffer();
}

async function addStylesheet(address: string): Promise<void> {
  const link = document.createElement('link');
  const isLoaded = await new Promise<boolean>((resolve) => {
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = address;
    link.addEventListener('load', () => resolve(true));
    link.addEventListener('error', () => resolve(false));
    document.head.append(link);
  });
  if (isLoaded) return;
  link.remove();
  // The event does not have the reason; this request fails with it.
  await fetchFile(address);
  throw new Error('no stylesheet');
}

/** Whether the page itself already requests the file. Scripts that import parts are loaded as well. */
function isInPage(address: string): boolean {
  const named = document.querySelector<HTMLLinkElement>(`link[href="${address}"]`);
  if (named === null) return document.querySelector(`script[src="${address}"]`) !== null;
  return named.rel !== 'stylesheet' || named.sheet !== null;
}

async function load(address: string): Promise<void> {
  try {
    await (address.endsWith('.css') ? addStylesheet(address) : fetchFile(address));
  } catch (cause) {
    loads.delete(address);
    const error = new Error(`${address} could not be loaded`, { cause });
    if (isFileGone(cause)) error.name = GONE;
    throw error;
  }
}

function loadOnce(address: string): Promise<void> {
  const loading = loads.get(address);
  if (loading) return loading;
  if (isInPage(address)) return Promise.resolve();
  const started = load(address);
  loads.set(address, started);
  return started;
}

/**
 * Imports a part by `start` once its `files`, as paths from the root, are loaded. Rejects if one of them fails to load.
 */
export async function loadFiles<Part>(start: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  try {
    await Promise.all(files.map((file) => loadOnce(`/${file}`)));
    return await start();
  } catch (error) {
    dispatchEvent(new Event(FILE_LOST));
    throw error;
  }
}
