/** The visual viewport is also lower than the page by the bars of the browser, which come and go. */
const LOWEST_KEYBOARD = 120;

/**
 * Keeps a dialog, or the toasts, above a phone's on-screen keyboard, which covers the page without resizing it, and the
 * focused field in sight. Returns a function that ends this.
 */
export function keepAboveKeyboard(layer: HTMLElement): () => void {
  const view = globalThis.visualViewport;
  if (!view) return () => undefined;
  const fit = () => {
    // When zoomed in, the visual viewport is only a part of the page, and its height says nothing about the keyboard.
    if (view.scale > 1.01) return false;
    const covered = document.documentElement.clientHeight - view.height - view.offsetTop;
    const isOpen = covered >= LOWEST_KEYBOARD;
    layer.style.marginBlockEnd = isOpen ? `${covered}px` : '';
    layer.style.maxBlockSize = isOpen ? `${view.height}px` : '';
    // The keyboard covers the bar at the bottom of the page, too.
    layer.style.setProperty('--bottom-bar', isOpen ? '0px' : '');
    return isOpen;
  };
  const onResize = () => {
    const { activeElement } = document;
    if (fit() && layer.contains(activeElement)) activeElement?.scrollIntoView({ block: 'nearest' });
  };
  const listening = new AbortController();
  view.addEventListener('resize', onResize, listening);
  view.addEventListener('scroll', fit, listening);
  fit();
  return () => listening.abort();
}
