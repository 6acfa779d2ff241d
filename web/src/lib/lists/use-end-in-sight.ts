import { useEffect, useRef } from 'react';

/** Whether the focus is in the footer below the page: rows that are added above it would move it out of sight. */
const isFooterFocused = (): boolean => document.activeElement?.matches('footer:not(aside *) *') === true;

/**
 * Calls `more` whenever the end of a list comes within a screen and a half, once the focus is not in the footer. `next`
 * identifies the next page (a cursor), or is false or null if there is none at the moment. A new value checks again,
 * even if the end never left the screen.
 */
export function useEndInSight(more: () => void, next: string | boolean | null) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (next === null || next === false || !end.current || typeof IntersectionObserver === 'undefined')
      return undefined;
    let waits = false;
    const check = (inSight: boolean | undefined) => {
      waits = inSight === true && isFooterFocused();
      if (inSight && !waits) more();
    };
    // A busy page receives several entries at once; the last one is current.
    const observer = new IntersectionObserver((entries) => check(entries.at(-1)?.isIntersecting), {
      rootMargin: '0px 0px 150% 0px',
    });
    observer.observe(end.current);
    // Once the focus has moved, such as to nothing.
    const onFocusMoved = () => setTimeout(() => check(waits));
    document.addEventListener('focusout', onFocusMoved);
    return () => {
      waits = false;
      observer.disconnect();
      document.removeEventListener('focusout', onFocusMoved);
    };
  }, [more, next]);
  return end;
}
