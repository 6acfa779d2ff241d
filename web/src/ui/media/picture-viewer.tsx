import { defineMessages } from '@afterhours/contract/base/message';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react';
import { indexAfter } from '#lib/text/reading-direction.ts';
import { t } from '#lib/text/translate.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import type { Photo } from './photo.tsx';
import styles from './picture-viewer.module.css';
import { ZoomablePicture } from './zoomable-picture.tsx';

const texts = defineMessages('ui.viewer', {
  one: 'Picture',
  several: '{number} of {count}',
  previous: 'Previous picture',
  next: 'Next picture',
});

type PictureViewerProps = {
  /** The pictures in their largest size, each with a caption. */
  pictures: readonly { id: string; photo: ComponentProps<typeof Photo>; caption: ReactNode }[];
  /** The index of the shown picture; null while closed. */
  at: number | null;
  onMove: (at: number) => void;
  open: boolean;
  onClose: () => void;
};

function usePictureKeys(count: number, at: number | null, onMove: PictureViewerProps['onMove']) {
  // Registered before the first paint, so that a key pressed as soon as the picture appears is handled.
  useLayoutEffect(() => {
    if (at === null) return undefined;
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const next = event.altKey || event.ctrlKey || event.metaKey ? undefined : indexAfter(event.key, at, count);
      if (next === undefined) return;
      event.preventDefault();
      onMove(next);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [count, at, onMove]);
}

/** Shows one picture as large as the viewport allows; arrow keys, buttons and swipes lead to the others. */
export function PictureViewer({ pictures, at, onMove, open, onClose }: PictureViewerProps) {
  const picture = at === null ? undefined : pictures[at];
  const several = pictures.length > 1;
  const move = (by: number) => onMove(((at ?? 0) + by + pictures.length) % pictures.length);
  usePictureKeys(pictures.length, at, onMove);
  return (
    <Dialog
      open={open && picture !== undefined}
      onClose={onClose}
      title={several ? t(texts.several, { number: (at ?? 0) + 1, count: pictures.length }) : t(texts.one)}
      size="full"
    >
      {picture && (
        <figure className={styles.viewer}>
          <ZoomablePicture
            key={picture.id}
            photo={picture.photo}
            onSwipe={(by) => several && move(by)}
            onClose={onClose}
          />
          <figcaption className={styles.caption}>
            {several && <IconButton icon={ChevronLeft} label={t(texts.previous)} onClick={() => move(-1)} />}
            <span dir="auto" aria-live="polite" className={styles.alt}>
              {picture.caption}
            </span>
            {several && <IconButton icon={ChevronRight} label={t(texts.next)} onClick={() => move(1)} />}
          </figcaption>
        </figure>
      )}
    </Dialog>
  );
}
