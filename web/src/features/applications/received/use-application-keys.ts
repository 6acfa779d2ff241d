import type { PosterStatus } from '@afterhours/contract/constants/applications';
import { type RefObject } from 'react';
import { isShortcut } from '#lib/forms/shortcuts.ts';
import { useDocumentKeys } from '#lib/forms/use-document-keys.ts';

/** Moves the focus to the next or previous application. */
function move(list: HTMLElement, by: 1 | -1): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row] button')];
  const at = rows.findIndex((row) => row === document.activeElement);
  rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}

const statuses: Record<string, PosterStatus> = { t: 'talking', o: 'offer', h: 'hired', r: 'rejected' };

type Act = {
  /** `id` is the application in focus; undefined means the open one. */
  set: (id: string | undefined, status: PosterStatus) => void;
  undo: (id: string | undefined) => void;
  note: () => void;
  close: () => void;
};

/**
 * Keys: `j` and `k` move between the applications, Enter opens one. `t`, `o`, `h` and `r` set the status of the
 * application in focus, or of the open one, to in talks, offer, hired and rejected. `u` undoes a rejection, `m` focuses
 * the note, Escape closes the application.
 */
export function useApplicationKeys(list: RefObject<HTMLElement | null>, act: Act): void {
  useDocumentKeys((event) => {
    if (!list.current || !isShortcut(event)) return;
    const target = event.target instanceof Element ? event.target : null;
    const focused = target?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const status = statuses[event.key];
    if (event.key === 'j' || event.key === 'k') move(list.current, event.key === 'j' ? 1 : -1);
    else if (status) act.set(focused, status);
    else if (event.key === 'u') act.undo(focused);
    else if (event.key === 'm') act.note();
    else if (event.key === 'Escape') act.close();
    else return;
    event.preventDefault();
  });
}
