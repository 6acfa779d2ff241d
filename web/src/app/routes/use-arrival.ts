import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const places = new Map<string, number>();
const PATIENCE_MS = 2000;

/** Goes to a height as soon as the page is that high, unless the viewer has begun to scroll. */
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
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const name of ['wheel', 'touchmove', 'keydown']) addEventListener(name, stop, listening);
  observer.observe(document.body);
  return stop;
}

/**
 * Does for routes what a browser does for pages: a new page starts at its top with the focus on `main`, or on the
 * element that the page has chosen in it; going back restores the scroll position.
 */
export function useArrival(): void {
  const { key, pathname, hash } = useLocation();
  const how = useNavigationType();
  const before = useRef(pathname);
  const firstKey = useRef(key);

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => places.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    // A page that is being opened is at its top; asking would lay it out before its content is there.
    if (firstKey.current === key && !places.has(key)) return undefined;
    if (how === NavigationType.Pop) return scrollWhenHighEnough(places.get(key) ?? 0);
    // A change of the view within the same page, which replaces its address, keeps the scroll position.
    const isNew = how === NavigationType.Push || before.current !== pathname;
    if (hash === '' && isNew) scrollTo(0, 0);
    return undefined;
  }, [key, how, hash, pathname]);

  useEffect(() => {
    // The document itself has the focus after a load; a page may have put it into its first field.
    const main = document.getElementById('main');
    if (before.current !== pathname && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
}
