import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { isDetailEntry } from '#lib/lists/detail-entry.ts';

/** The scroll positions, by history entry. */
const positions = new Map<string, number>();
/** How long the page may take to become long enough. */
const WAIT_MS = 2000;

/** Scrolls to a position as soon as the page is long enough, unless the viewer has begun to scroll. */
function scrollWhenHighEnough(top: number): () => void {
  const reach = () => {
    if (document.documentElement.scrollHeight - innerHeight < top) return false;
    scrollTo(0, top);
    return true;
  };
  if (reach() || typeof ResizeObserver === 'undefined') return () => undefined;
  const listening = new AbortController();
  const observer = new ResizeObserver(() => reach() && stop());
  const stop = () => {
    observer.disconnect();
    listening.abort();
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, WAIT_MS);
  for (const name of ['wheel', 'touchmove', 'keydown']) addEventListener(name, stop, listening);
  observer.observe(document.body);
  return stop;
}

/**
 * Does for routes what a browser does for pages: a new page starts at its top, with the focus on `main` or on the
 * element that the page has focused inside it; going back restores the scroll position.
 */
export function useScrollAndFocus(): void {
  const { key, pathname, hash, state } = useLocation();
  const isDetail = isDetailEntry(state);
  const how = useNavigationType();
  const before = useRef(pathname);
  const firstKey = useRef(key);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => positions.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    // A page that is being opened is at its top already; reading the position would force a layout before its content
    // arrives.
    if (firstKey.current === key && !positions.has(key)) return undefined;
    if (how === NavigationType.Pop) return scrollWhenHighEnough(positions.get(key) ?? 0);
    // Changing the view within a page, which replaces its address, keeps the scroll position; so does a detail.
    const isNew = (how === NavigationType.Push && !isDetail) || before.current !== pathname;
    if (hash === '' && isNew) scrollTo(0, 0);
    else if (isDetail) positions.set(key, scrollY);
    return undefined;
  }, [key, how, hash, pathname, isDetail]);

  useEffect(() => {
    // After navigation the document itself has the focus, unless the page has focused its first field.
    const main = document.getElementById('main');
    if (before.current !== pathname && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
}
