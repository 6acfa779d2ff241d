import { defineMessages } from '@afterhours/contract/base/message';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Icon } from '#ui/text/icon.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import styles from './composer-images.module.css';

const texts = defineMessages('posts.imageHandle', {
  label: 'Move {name}, picture {number} of {count}: drag, or press an arrow key',
  moved: '{name} is now picture {number} of {count}.',
});

type ImageHandleProps = {
  name: string;
  at: number;
  count: number;
  onMove: (to: number) => void;
};

const steps: Record<string, number> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** Returns the position under the pointer: after the rows whose middle it has passed. */
function placeUnder(handle: HTMLElement, y: number): number {
  const rows = [...(handle.closest('ul')?.children ?? [])];
  const own = handle.closest('li');
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return row !== own && y > top + height / 2;
  }).length;
}

/** The handle that moves a picture: dragged by a pointer or finger, or with the arrow keys. */
export function ImageHandle({ name, at, count, onMove }: ImageHandleProps) {
  const handle = useRef<HTMLButtonElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [dragged, setDragged] = useState(false);
  const move = (to: number) => {
    if (to === at || to < 0 || to >= count) return;
    onMove(to);
    setAnnouncement(t(texts.moved, { name, number: to + 1, count }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(at + step);
    // The browser may remove the focus from a row that is moved.
    requestAnimationFrame(() => handle.current?.focus());
  };
  // Not on the handle: it loses a captured pointer when its row moves in the page.
  useEffect(() => {
    if (!dragged) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('pointermove', ({ clientY }) => handle.current && move(placeUnder(handle.current, clientY)), {
      signal,
    });
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => setDragged(false), { signal });
    return () => listening.abort();
  });
  const label = t(texts.label, { name, number: at + 1, count });
  return (
    <>
      <button
        ref={handle}
        type="button"
        aria-label={label}
        title={label}
        data-dragged={dragged || undefined}
        className={styles.handle}
        onKeyDown={onKeyDown}
        onPointerDown={() => setDragged(true)}
      >
        <Icon icon={GripVertical} />
      </button>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
