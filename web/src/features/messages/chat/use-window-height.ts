import { useLayoutEffect } from 'react';

const PROPERTY = '--window';

/**
 * Keeps the height of the visible viewport in a variable of the page: without the keyboard of a phone, which dvh
 * does not know of.
 */
export function useWindowHeight(): void {
  useLayoutEffect(() => {
    const view = globalThis.visualViewport;
    if (!view) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      // Zoomed in, the visual viewport is only a part and says nothing of the keyboard.
      if (view.scale > 1.01) return;
      style.setProperty(PROPERTY, `${view.height}px`);
      if (view.offsetTop > 0) scrollTo(0, 0);
    };
    measure();
    view.addEventListener('resize', measure);
    return () => {
      view.removeEventListener('resize', measure);
      style.removeProperty(PROPERTY);
    };
  }, []);
}
