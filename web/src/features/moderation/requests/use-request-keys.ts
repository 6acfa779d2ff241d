import type { JoinDecision } from '@afterhours/contract/community/join-requests';
import { type RefObject } from 'react';
import { areShortcutsOn, isShortcut } from '#lib/forms/shortcuts.ts';
import { useDocumentKeys } from '#lib/forms/use-document-keys.ts';

/** Moves the focus to the checkbox of the next or previous request. */
function move(list: HTMLElement, by: 1 | -1): void {
  const boxes = [...list.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const at = boxes.findIndex((box) => box === document.activeElement);
  boxes[Math.min(boxes.length - 1, Math.max(0, at + by))]?.focus();
}

/**
 * `j` and `k` move between the requests, the space bar chooses one, `a` accepts and `r` refuses the chosen ones,
 * otherwise the focused one.
 */
export function useRequestKeys(
  list: RefObject<HTMLUListElement | null>,
  act: (action: JoinDecision, focused: string | null) => void,
): void {
  useDocumentKeys((event) => {
    const within = list.current;
    if (!within || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    // The checkboxes of the list are inputs too, but nobody types into them.
    if (within.contains(target) ? !areShortcutsOn() : !isShortcut(event)) return;
    if (event.key === 'j' || event.key === 'k') move(within, event.key === 'j' ? 1 : -1);
    else if (event.key === 'a' || event.key === 'r') {
      const focused = target?.closest<HTMLElement>('[data-row]')?.dataset.row ?? null;
      act(event.key === 'a' ? 'accept' : 'refuse', focused);
      event.preventDefault();
    }
  });
}
