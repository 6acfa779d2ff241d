import { focusNear, isFocusLost, onLeft, pathOf } from './lost-focus.ts';

/**
 * The `ref` of a place whose controls may go with what they have done, such as a button that gives up a seat: the first
 * control that is left nearby gets the focus then. Rows that leave a list have `useRowFocus`.
 */
export function keepFocus(place: HTMLElement | null): () => void {
  if (!place) return () => undefined;
  let path: readonly Element[] = [];
  const onFocusIn = ({ target }: FocusEvent) => {
    path = target instanceof Element ? pathOf(target) : [];
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
