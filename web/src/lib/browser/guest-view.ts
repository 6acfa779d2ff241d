/**
 * The guest view: a page whose address ends in `?as=guest` is loaded as if nobody were signed in, so that members see
 * what guests see of their profile or post. The session stays in the browser and applies again when the member leaves
 * the page.
 */
let viewing = new URLSearchParams(globalThis.location.search).get('as') === 'guest';

const LEFT = 'guest-view:left';

/** Whether this page shows what guests see. */
export const isGuestView = (): boolean => viewing;

/** Ends the guest view, for somebody who signs in from it. */
export function leaveGuestView(): void {
  viewing = false;
}

/** Loads the page at a path as a guest. */
export function openAsGuest(path: string): void {
  const { pathname, search, hash } = globalThis.location;
  try {
    sessionStorage.setItem(LEFT, pathname + search + hash);
  } catch {
    // Without storage, the way back leads to the page itself.
  }
  globalThis.location.assign(`${path}?as=guest`);
}

/** Returns the path of the page from which the guest view was opened, or the page's own path if unknown. */
export function pathBack(): string {
  try {
    return sessionStorage.getItem(LEFT) ?? globalThis.location.pathname;
  } catch {
    return globalThis.location.pathname;
  }
}
