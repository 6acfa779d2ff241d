import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusNear, isFocusLost, pathOf } from '#lib/focus/lost-focus.ts';

/** What had the focus before a dialog, and what was around it. */
const openers = new WeakMap<Element, readonly Element[]>();

/**
 * Where the focus was before the dialog; if that was in a dialog that is closed by now, where it was before that one.
 */
function openerOf(dialog: Element): HTMLElement | undefined {
  const [opener] = openers.get(dialog) ?? [];
  const around = opener?.closest('dialog:not([open])');
  if (around) return openerOf(around);
  // Opened by a key: the focus goes to the content of the page. Code that changed the page has set the focus itself.
  if (opener === document.body) return document.getElementById('main') ?? undefined;
  return opener instanceof HTMLElement && opener.isConnected ? opener : undefined;
}

/** A dialog in front of the page takes its scroll bar away: how wide it was is kept in `--scrollbar`. */
function holdScrollbarWidth() {
  const { documentElement: root } = document;
  if (document.querySelector('dialog[open]')) return;
  root.style.setProperty('--scrollbar', `${Math.max(0, innerWidth - root.clientWidth)}px`);
}

/** Says at the root whether a dialog is open; `:has()` would search the page with every key that is typed. */
function markModal() {
  document.documentElement.toggleAttribute('data-modal', document.querySelector('dialog[open]') !== null);
}

function focusFirst(dialog: HTMLDialogElement) {
  const target =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(':is(input:not([type="hidden"]), select, textarea):not(:disabled)');
  target?.focus();
}

/**
 * Opens and closes a native modal dialog with `open`. `present` stays true until the closing transition has ended, so
 * that the content leaves with it. Focus goes to `[data-autofocus]`, else the first field of a form, else where the
 * browser puts it, and comes back to the element that had it, or near its place when it is gone.
 */
export function useModal(open: boolean): { ref: RefObject<HTMLDialogElement | null>; present: boolean } {
  const ref = useRef<HTMLDialogElement>(null);
  const [present, setPresent] = useState(open);
  const path = useRef<readonly Element[]>([]);
  if (open && !present) setPresent(true);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    path.current = pathOf(document.activeElement);
    openers.set(dialog, path.current);
    holdScrollbarWidth();
    dialog.showModal();
    markModal();
    focusFirst(dialog);
    return () => {
      dialog.close();
      markModal();
      openerOf(dialog)?.focus({ preventScroll: true });
      const leaving = dialog.getAnimations?.() ?? [];
      void Promise.allSettled(leaving.map((animation) => animation.finished)).then(() => {
        if (!dialog.open) setPresent(false);
      });
    };
  }, [open]);
  useEffect(() => {
    // What has opened the dialog went with what was done in it, and no effect of the page has placed the focus.
    if (!present && path.current.length > 0 && isFocusLost()) focusNear(path.current);
  }, [present]);
  return { ref, present };
}
