import type { RefObject } from 'react';
import { isShortcut } from '#lib/forms/shortcuts.ts';
import { useDocumentKeys } from '#lib/forms/use-document-keys.ts';
import { focusPost, slotsOf } from './post-slots.ts';

/** Returns the index of the focused post, or of the post before the first one in view. */
function currentIndex(slots: HTMLElement[]): number {
  const focused = slots.findIndex((slot) => slot.contains(document.activeElement));
  return focused === -1 ? slots.findIndex((slot) => slot.getBoundingClientRect().bottom > 80) - 1 : focused;
}

/** `j` and `k` move between posts, `l` likes the focused one. */
export function usePostKeys(list: RefObject<HTMLElement | null>): void {
  useDocumentKeys((event) => {
    if (!isShortcut(event) || !['j', 'k', 'l'].includes(event.key)) return;
    const slots = slotsOf(list.current);
    const at = currentIndex(slots);
    if (event.key === 'l') {
      const focused = slots[at]?.contains(document.activeElement) ? slots[at] : undefined;
      focused?.querySelector<HTMLElement>('[data-like]')?.click();
    } else focusPost(slots[event.key === 'j' ? at + 1 : Math.max(0, at - 1)]);
  });
}
