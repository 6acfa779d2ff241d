import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The `ref` of a section to which links with the hash `name` lead, as soon as it is `ready`; it gets the focus. */
export function useLinkedSection(name: string, ready: boolean): RefObject<HTMLElement | null> {
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!ready || hash !== `#${name}`) return;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView();
  }, [ready, hash, name]);
  return section;
}
