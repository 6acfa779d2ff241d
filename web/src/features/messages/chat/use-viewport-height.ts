import { useLayoutEffect } from 'react';

const PROPERTY = '--viewport-height';

/**
 * Keeps the height of the visual viewport in a CSS variable: it excludes a phone's on-screen keyboard, which `dvh` does
 * not.
 */
export function useViewportHeight(): void {
  useLayoutEffect(() => {
    const view = globalThis.visualViewport;
    if (!view) return undefined;
    const { style } = document.documentElement;
    const measure = () => {
      // When zoomed in, the visual viewport is only a part of the page, and its height says nothing about the keyboard.
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
