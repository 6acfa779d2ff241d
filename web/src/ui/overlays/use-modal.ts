import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useBack } from '#lib/browser/use-back.ts';
import { keepAboveKeyboard } from '#lib/focus/above-keyboard.ts';
import { focusNear, isFocusLost, pathOf } from '#lib/focus/lost-focus.ts';

/** The element that had the focus before a dialog opened, and its ancestors. */
const openers = new WeakMap<Element, readonly Element[]>();

/**
 * Returns the element that had the focus before the dialog. If it was in a dialog that has been closed since, returns
 * the one from before that dialog.
 */
function openerOf(dialog: Element): HTMLElement | undefined {
  const [opener] = openers.get(dialog) ?? [];
  const around = opener?.closest('dialog:not([open])');
  if (around) return openerOf(around);
  // After a dialog opened by a key, the page's content gets the focus. Code that has changed the page focuses by
  // itself.
  if (opener === document.body) return document.getElementById('main') ?? undefined;
  return opener instanceof HTMLElement && opener.isConnected ? opener : undefined;
}

/** A modal dialog hides the page's scroll bar; its width is kept in `--scrollbar`. */
function holdScrollbarWidth() {
  const { documentElement: root } = document;
  if (document.querySelector('dialog[open]')) return;
  root.style.setProperty('--scrollbar', `${Math.max(0, innerWidth - root.clientWidth)}px`);
}

/** Marks on the root whether a dialog is open; `:has()` would search the page on every keystroke. */
function markModal() {
  document.documentElement.toggleAttribute('data-modal', document.querySelector('dialog[open]') !== null);
}

/** Whether focusing a field would scroll the dialog or its body, because the field is below what they show. */
function isBelowSight(field: Element): boolean {
  const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0;
  return ['dialog', 'dialog > *'].some((around) => bottomOf(field) > bottomOf(field.closest(around)));
}

function focusFirst(dialog: HTMLDialogElement) {
  const chosen = dialog.querySelector<HTMLElement>('[data-autofocus]');
  const field = dialog.querySelector<HTMLElement>(':is(input:not([type="hidden"]), select, textarea):not(:disabled)');
  // What comes before a field that is out of sight has to be read first.
  const heading = field && isBelowSight(field) ? dialog.querySelector('h2') : null;
  (chosen ?? heading ?? field)?.focus();
}

/**
 * Opens and closes a native modal dialog with `open`. `present` stays true until the closing transition has ended, so
 * that the content remains visible during it. The focus moves to `[data-autofocus]`, otherwise to the form's first
 * field, or to the heading if that field is out of sight, otherwise to the browser's choice. It returns to the element
 * that had it, or near its place if that is gone.
 */
export function useModal(
  open: boolean,
  onBack: () => void,
): { ref: RefObject<HTMLDialogElement | null>; present: boolean } {
  useBack(open, onBack);
  const ref = useRef<HTMLDialogElement>(null);
  const [present, setPresent] = useState(open);
  const path = useRef<readonly Element[]>([]);
  if (open && !present) setPresent(true);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) {
      // React returns the focus to the field that had it, which Safari allows although its dialog is closed.
      if (dialog && isFocusLost()) openerOf(dialog)?.focus({ preventScroll: true });
      return undefined;
    }
    path.current = pathOf(document.activeElement);
    openers.set(dialog, path.current);
    holdScrollbarWidth();
    dialog.showModal();
    markModal();
    focusFirst(dialog);
    const letGo = keepAboveKeyboard(dialog);
    return () => {
      letGo();
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
    // The dialog's opener was removed by the action in the dialog, and no effect of the page has moved the focus.
    if (!present && path.current.length > 0 && isFocusLost()) focusNear(path.current);
  }, [present]);
  return { ref, present };
}
