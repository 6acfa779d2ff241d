/**
 * The view of a guest: a page whose address ends in `?as=guest` is loaded as if nobody were signed in, so that members
 * see what guests get of their profile or post. The session stays in the browser, and is there when the page is left.
 */
let viewing = new URLSearchParams(globalThis.location.search).get('as') === 'guest';

const LEFT = 'guest-view:left';

/** Whether this page shows what guests see. */
export const isGuestView = (): boolean => viewing;

/** For somebody who signs in from there. */
export function leaveGuestView(): void {
  viewing = false;
}

/** Loads the page at a path as guests get it. */
export function openAsGuest(path: string): void {
  const { pathname, search, hash } = globalThis.location;
  try {
    sessionStorage.setItem(LEFT, pathname + search + hash);
  } catch {
    // Without storage, the way back leads to the page itself.
  }
  globalThis.location.assign(`${path}?as=guest`);
}

/** The path of the page from which the guest's view was opened; that of the page itself where it was not. */
export function pathBack(): string {
  try {
    return sessionStorage.getItem(LEFT) ?? globalThis.location.pathname;
  } catch {
    return globalThis.location.pathname;
  }
}
