/** Nothing is typed into a radio button: only the space bar, Enter and the arrow keys belong to it. */
const FIELDS = 'input:not([type="radio"]), textarea, select, [contenteditable="true"]';

/** Whether a key press belongs to a field, a menu, a dialog or the browser, and is not a shortcut of the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  return target.closest(`${FIELDS}, [role="menu"], dialog`) !== null;
}
