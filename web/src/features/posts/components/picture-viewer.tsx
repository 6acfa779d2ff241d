import type { Attachment } from '@afterhours/contract/posts';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type PointerEvent, useEffect, useRef } from 'react';
import { postImage } from '#features/uploads/image-address.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Photo } from '#ui/photo.tsx';
import styles from './picture-viewer.module.css';

const SWIPE_PX = 48;

type PictureViewerProps = {
  images: readonly Attachment[];
  /** The picture shown; null while closed. */
  at: number | null;
  onMove: (at: number | null) => void;
  open: boolean;
  onClose: () => void;
};

/** Where a key leads: arrows wrap, Home and End lead to the ends. */
function pictureAfter(key: string, at: number, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return moves[key];
}

function usePictureKeys({ images, at, onMove }: Pick<PictureViewerProps, 'images' | 'at' | 'onMove'>) {
  useEffect(() => {
    if (at === null) return undefined;
    const pressed = (event: KeyboardEvent) => {
      const next =
        event.altKey || event.ctrlKey || event.metaKey ? undefined : pictureAfter(event.key, at, images.length);
      if (next === undefined) return;
      event.preventDefault();
      onMove(next);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [images.length, at, onMove]);
}

/** A finger drawn sideways moves on; one drawn down closes. */
function useSwipe(move: (by: number) => void, close: () => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      from.current = pointerType === 'mouse' ? null : { x: clientX, y: clientY };
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!from.current) return;
      const [x, y] = [clientX - from.current.x, clientY - from.current.y];
      from.current = null;
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y)) move(x < 0 ? 1 : -1);
      else if (y > 2 * SWIPE_PX) close();
    },
  };
}

/** One picture as large as the window allows, the others an arrow key, a press or a swipe away. */
export function PictureViewer({ images, at, onMove, open, onClose }: PictureViewerProps) {
  const image = at === null ? undefined : images[at];
  const several = images.length > 1;
  const move = (by: number) => onMove(((at ?? 0) + by + images.length) % images.length);
  usePictureKeys({ images, at, onMove });
  const swipe = useSwipe((by) => several && move(by), onClose);
  return (
    <Dialog
      open={open && image !== undefined}
      onClose={onClose}
      title={several ? `${(at ?? 0) + 1} of ${images.length}` : 'Picture'}
      size="full"
    >
      {image && (
        <figure className={styles.viewer} {...swipe}>
          <Photo
            key={image._id}
            {...postImage(image)}
            sizes="100vw"
            width={image.width}
            height={image.height}
            alt={image.alt}
            placeholder={image.placeholder}
            priority
            className={styles.picture}
          />
          <figcaption className={styles.caption}>
            {several && <IconButton icon={ChevronLeft} label="Previous picture" onClick={() => move(-1)} />}
            <span aria-live="polite" className={styles.alt}>
              {image.alt}
            </span>
            {several && <IconButton icon={ChevronRight} label="Next picture" onClick={() => move(1)} />}
          </figcaption>
        </figure>
      )}
    </Dialog>
  );
}
