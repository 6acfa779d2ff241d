import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { floatBeside, type Placement } from '../overlays/anchor.ts';
import { usePressOutside } from '../overlays/use-press-outside.ts';

const itemsOf = (panel: HTMLElement | null) =>
  Array.from(panel?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []);

/**
 * Returns the item that a key moves the focus to. Arrow keys wrap; a letter jumps to the next item that begins with it.
 */
function itemFor(key: string, items: HTMLElement[]): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLocaleLowerCase();
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(letter),
  );
}

/** State, focus and keys of a menu button. Render the panel only while `open`. */
export function useMenu(side: Placement) {
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<false | 'first' | 'last'>(false);

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };

  useLayoutEffect(() => {
    if (!open || !panel.current || !trigger.current) return undefined;
    const stop = floatBeside(panel.current, trigger.current, side);
    itemsOf(panel.current)
      .at(open === 'last' ? -1 : 0)
      ?.focus({ preventScroll: true });
    return stop;
  }, [open, side]);

  usePressOutside(open !== false, trigger, panel, () => setOpen(false));

  const onPanelKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setOpen(false);
    const next =
      event.ctrlKey || event.metaKey || event.altKey ? undefined : itemFor(event.key, itemsOf(panel.current));
    if (!next && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (next) next.focus();
    else close();
  };
  const onTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(event.key === 'ArrowUp' ? 'last' : 'first');
  };
  return {
    trigger,
    panel,
    open: open !== false,
    toggle: () => setOpen(open ? false : 'first'),
    close,
    onPanelKey,
    onTriggerKey,
  };
}
