import type { MessageAttachment } from '@afterhours/contract/messages';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { KeyboardEvent } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Photo } from '#ui/photo.tsx';
import styles from './image-viewer.module.css';

type ImageViewerProps = {
  images: MessageAttachment[];
  /** The picture shown; null while closed. */
  at: number | null;
  onMove: (at: number | null) => void;
};

/** One picture as large as the window allows; arrow keys lead to the others of the message. */
export function ImageViewer({ images, at, onMove }: ImageViewerProps) {
  const image = at === null ? undefined : images[at];
  const several = images.length > 1;
  const move = (by: number) => onMove(((at ?? 0) + by + images.length) % images.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (several && by !== undefined) move(by);
  };
  return (
    <Dialog
      open={image !== undefined}
      onClose={() => onMove(null)}
      title={several ? `${(at ?? 0) + 1} of ${images.length}` : 'Picture'}
      size="full"
    >
      {image && (
        // The keys of the whole window; its buttons do the same.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <figure className={styles.viewer} onKeyDown={onKeyDown}>
          <Photo
            key={image._id}
            src={image.url}
            width={image.width ?? 4}
            height={image.height ?? 3}
            alt={image.name}
            {...(image.placeholder ? { placeholder: image.placeholder } : {})}
            priority
            className={styles.picture}
          />
          <figcaption className={styles.caption}>
            {several && (
              <IconButton icon={ChevronLeft} label="Previous picture" data-autofocus="" onClick={() => move(-1)} />
            )}
            <a href={image.downloadUrl} download={image.name}>
              Download
            </a>
            {several && <IconButton icon={ChevronRight} label="Next picture" onClick={() => move(1)} />}
          </figcaption>
        </figure>
      )}
    </Dialog>
  );
}
