import type { RefObject } from 'react';
import { isShortcut } from '#lib/forms/shortcuts.ts';
import { useDocumentKeys } from '#lib/forms/use-document-keys.ts';
import { focusPost, slotsOf } from './post-slots.ts';

/** Returns the index of the post after or before the focused one, otherwise after or before the top of the view. */
function indexAfter(key: string, slots: HTMLElement[]): number {
  const focused = slots.findIndex((slot) => slot.contains(document.activeElement));
  if (focused !== -1) return key === 'j' ? focused + 1 : focused - 1;
  const passed = slots.findLastIndex((slot) => slot.getBoundingClientRect().bottom <= 80);
  return key === 'j' ? passed + 1 : passed;
}

/** `j` and `k` move between posts, `l` likes the focused one. */
export function usePostKeys(list: RefObject<HTMLElement | null>): void {
  useDocumentKeys((event) => {
    if (!isShortcut(event) || !['j', 'k', 'l'].includes(event.key)) return;
    const slots = slotsOf(list.current);
    if (event.key === 'l') {
      const focused = slots.find((slot) => slot.contains(document.activeElement));
      focused?.querySelector<HTMLElement>('[data-like]')?.click();
    } else focusPost(slots[Math.max(0, indexAfter(event.key, slots))]);
  });
}
