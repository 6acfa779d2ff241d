import type { KeyboardEvent } from 'react';

/**
 * Moves the focus between rows of a list: the arrow keys to the next and the previous one, Home and End to the first
 * and the last. From outside the rows, nothing moves unless `enter` is set, which lets the down arrow enter the list.
 */
export function moveBetween(event: KeyboardEvent, rows: readonly HTMLElement[], { enter = false } = {}): void {
  const at = rows.findIndex((row) => row === document.activeElement);
  if (at === -1 && !(enter && event.key === 'ArrowDown')) return;
  const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const target = rows[moves[event.key] ?? -1];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
