import { useEffect } from 'react';

/** While `active`, the browser asks in its own words before the page is reloaded or left for another site. */
export function useUnloadQuestion(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [active]);
}
