import { useLayoutEffect } from 'react';

/** On a phone, gives the page the full viewport: hides the bars above and below while `active`. */
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
