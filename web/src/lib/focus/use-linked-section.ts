import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * The `ref` of a section to which links with the hash `name` lead, as soon as it is `ready`; it gets the focus. Each
 * time that such a link is followed leads to it once, even if the section loads more later.
 */
export function useLinkedSection(name: string, ready: boolean): RefObject<HTMLElement | null> {
  const { hash, key } = useLocation();
  const section = useRef<HTMLElement>(null);
  const followed = useRef<string>(null);
  useEffect(() => {
    if (!ready || hash !== `#${name}` || followed.current === key) return;
    followed.current = key;
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView();
  }, [ready, hash, key, name]);
  return section;
}
