/**
 * Safari focuses a button, link, checkbox or radio button that is pressed only if it has a `tabindex`. Otherwise the
 * focus would go to whatever is around it: dialogs could not return it, and panels would close before the click.
 */
const CONTROLS = 'a[href], button, input, summary';

function makeFocusable({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const control = target.closest<HTMLElement>(CONTROLS) ?? target.closest('label')?.control;
  if (control && !control.hasAttribute('tabindex')) control.tabIndex = 0;
}

if (navigator.vendor.startsWith('Apple')) addEventListener('mousedown', makeFocusable, true);
