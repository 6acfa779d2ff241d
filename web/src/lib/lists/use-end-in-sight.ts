import { useEffect, useRef } from 'react';

/**
 * Calls `more` whenever the end of a list comes within a screen and a half. `next` names what comes next (a cursor), or
 * is false or null while nothing does; a new one looks again, also where the end never left the screen.
 */
export function useEndInSight(more: () => void, next: string | boolean | null) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (next === null || next === false || !end.current || typeof IntersectionObserver === 'undefined')
      return undefined;
    // A busy page gets several entries at once: the last one is current.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && more(), {
      rootMargin: '0px 0px 150% 0px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more, next]);
  return end;
}
