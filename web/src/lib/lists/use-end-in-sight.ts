import { useEffect, useRef } from 'react';

/**
 * Calls `more` whenever the end of a list comes within a screen and a half. `next` identifies the next page (a cursor),
 * or is false or null if there is none at the moment. A new value checks again, even if the end never left the screen.
 */
export function useEndInSight(more: () => void, next: string | boolean | null) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (next === null || next === false || !end.current || typeof IntersectionObserver === 'undefined')
      return undefined;
    // A busy page receives several entries at once; the last one is current.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && more(), {
      rootMargin: '0px 0px 150% 0px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more, next]);
  return end;
}
