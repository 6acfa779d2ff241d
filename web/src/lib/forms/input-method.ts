/**
 * Hides the keys that an input method uses for itself, such as Enter and Escape, from the page. Safari marks the key
 * that ends a composition only by its code.
 */
addEventListener(
  'keydown',
  (event) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  },
  true,
);
