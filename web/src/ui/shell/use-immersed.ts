import { useLayoutEffect } from 'react';

/** On a phone, gives the full viewport to the page: the bars above and below are hidden while `active`. */
export function useImmersed(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return undefined;
    const { dataset } = document.documentElement;
    dataset.immersed = '';
    return () => {
      delete dataset.immersed;
    };
  }, [active]);
}
