import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to an element, again whenever the page loads what is above it, until the viewer does something. */
function scrollToBeginning(element: HTMLElement): () => void {
  element.scrollIntoView();
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const listening = new AbortController();
  const observer = new ResizeObserver(() => element.scrollIntoView());
  const stop = () => {
    observer.disconnect();
    listening.abort();
  };
  for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(name, stop, listening);
  observer.observe(document.body);
  return stop;
}

/**
 * The `ref` of a section to which links with the hash `name` lead, as soon as it is `ready`; it gets the focus. Each
 * time that such a link is followed leads to it once, even if the section loads more later.
 */
export function useLinkedSection(name: string, ready: boolean): RefObject<HTMLElement | null> {
  const { hash, key } = useLocation();
  const section = useRef<HTMLElement>(null);
  const followed = useRef<string>(null);
  useEffect(() => {
    if (!ready || !section.current || hash !== `#${name}` || followed.current === key) return undefined;
    followed.current = key;
    section.current.focus({ preventScroll: true });
    return scrollToBeginning(section.current);
  }, [ready, hash, key, name]);
  return section;
}
