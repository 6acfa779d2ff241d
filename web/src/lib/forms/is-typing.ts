/** Whether a key press belongs to a field, a menu, a dialog or the browser, and is not a shortcut of the page. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target;
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable="true"], [role="menu"], dialog') !== null;
}
