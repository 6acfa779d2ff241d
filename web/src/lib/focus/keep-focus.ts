import { focusNear, isFocusLost, onLeft, pathOf } from './lost-focus.ts';

/**
 * The `ref` of an element whose controls may disappear by their own action, such as a button that gives up a seat: the
 * first remaining control nearby then gets the focus. For rows that leave a list, use `useRowFocus`.
 */
export function keepFocus(place: HTMLElement | null): () => void {
  if (!place) return () => undefined;
  let path: readonly Element[] = [];
  const onFocusIn = ({ target }: FocusEvent) => {
    const dialog = target instanceof Element ? target.closest('dialog') : null;
    // A dialog in the place returns the focus itself.
    path = target instanceof Element && !(dialog && place.contains(dialog)) ? pathOf(target) : [];
  };
  const onFocusOut = (event: FocusEvent) =>
    onLeft(event, () => {
      path = [];
    });
  const observer = new MutationObserver(() => {
    if (path[0]?.isConnected === false && isFocusLost()) focusNear(path);
  });
  place.addEventListener('focusin', onFocusIn);
  place.addEventListener('focusout', onFocusOut);
  observer.observe(place, { childList: true, subtree: true });
  return () => {
    place.removeEventListener('focusin', onFocusIn);
    place.removeEventListener('focusout', onFocusOut);
    observer.disconnect();
  };
}

/**
 * The `ref` of an element that may be removed while a control inside has the focus, such as a banner that is dismissed:
 * the first remaining control nearby then gets the focus.
 */
export function passFocusOn(leaving: HTMLElement | null): () => void {
  return () => {
    const { activeElement } = document;
    if (!leaving?.contains(activeElement)) return;
    const path = pathOf(activeElement);
    // The element is still in the page.
    queueMicrotask(() => {
      if (isFocusLost()) focusNear(path);
    });
  };
}
