import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { optionId } from './search-options.tsx';

const NONE = -1;

type ComboboxOptions = {
  /** The number of options. */
  count: number;
  /** Called when Delete is pressed, with the index of the active option. */
  onDelete?: ((at: number) => void) | undefined;
  /** Called when Escape is pressed while no list is open. */
  onClear: () => void;
};

/** Tracks whether the list is open and which option is active. */
function useOptions(count: number) {
  const [open, setOpen] = useState(false);
  const [wanted, setActive] = useState(NONE);
  const isOpen = open && count > 0;
  // Options may be added or removed while one is active.
  const active = isOpen ? Math.min(wanted, count - 1) : NONE;
  const set = (opened: boolean) => {
    setOpen(opened);
    setActive(NONE);
  };
  /** The field itself is the position before the first option and after the last. */
  const step = (by: number) => {
    setOpen(true);
    setActive(((active + 1 + by + count + 1) % (count + 1)) - 1);
  };
  return { isOpen, active, set, step, open: () => setOpen(true) };
}

/** Calls `onLeave` when the focus leaves the element of the returned ref, which contains the field and the list. */
function useLeave(onLeave: () => void) {
  const around = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = around.current;
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && element?.contains(relatedTarget))) onLeave();
    };
    element?.addEventListener('focusout', onFocusOut);
    return () => element?.removeEventListener('focusout', onFocusOut);
  });
  return around;
}

/**
 * A text field with a list of options, as WAI-ARIA describes it: the focus stays in the field, arrow keys move the
 * active option, Enter chooses it or submits the text, and Escape closes the list, then empties the field.
 */
export function useCombobox({ count, onDelete, onClear }: ComboboxOptions) {
  const listId = useId();
  const { isOpen, active, set, step, open } = useOptions(count);
  const around = useLeave(() => set(false));
  const activeId = active === NONE ? undefined : optionId(listId, active);
  const keys: Record<string, (() => void) | undefined> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Escape: () => (isOpen ? set(false) : onClear()),
    Enter: activeId === undefined ? undefined : () => document.getElementById(activeId)?.click(),
    Delete: activeId === undefined || !onDelete ? undefined : () => onDelete(active),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const field = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': activeId,
    onFocus: () => set(true),
    onClick: open,
    onKeyDown,
  } as const;
  return { isOpen, list: { listId, active }, around, show: () => set(true), field };
}
