import { type ReactNode, type Ref, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** A place for a `Movable`, without a box of its own. */
export function Slot({ ref }: { ref: Ref<HTMLDivElement> }) {
  return <div ref={ref} style={{ display: 'contents' }} />;
}

function createHost(): HTMLElement {
  const host = document.createElement('div');
  host.style.display = 'contents';
  return host;
}

/** Moving an element takes the focus from what is in it, so it is given back. */
function move(host: HTMLElement, slot: HTMLElement): void {
  const focused = document.activeElement;
  slot.append(host);
  if (focused instanceof HTMLElement && host.contains(focused)) focused.focus({ preventScroll: true });
}

type MovableProps = {
  /** The slot to render in. All slots have to stay mounted, or the content is removed along with its slot. */
  slot: HTMLElement | null;
  children: ReactNode;
};

/** Renders its children in a slot. They keep their state and the focus when the layout moves them to another slot. */
export function Movable({ slot, children }: MovableProps) {
  const [host] = useState(createHost);
  useLayoutEffect(() => {
    if (slot && host.parentElement !== slot) move(host, slot);
  }, [slot, host]);
  useLayoutEffect(() => () => host.remove(), [host]);
  return createPortal(children, host);
}
