import { useEffect, useRef } from 'react';

/** Calls `more` whenever the end of a list comes within a screen and a half, while there is more. */
export function useEndInSight(more: () => void, active: boolean) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!active || !end.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), {
      rootMargin: '0px 0px 150% 0px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more, active]);
  return end;
}
