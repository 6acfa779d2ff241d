import type { Attachment } from '@afterhours/contract/posts';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { postImage } from '#features/uploads/image-address.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Photo } from '#ui/photo.tsx';
import styles from './post-gallery.module.css';

const SHOWN = 4;

type GalleryProps = { images: readonly Attachment[]; priority: boolean };

const nameOf = (image: Attachment, at: number, of: number): string =>
  `Open picture ${at + 1} of ${of}${image.alt ? `: ${image.alt}` : ''}`;

/** One picture large, the others a press or an arrow key away. */
function PictureDialog({
  images,
  at,
  onMove,
}: {
  images: readonly Attachment[];
  at: number | null;
  onMove: (at: number | null) => void;
}) {
  const image = at === null ? undefined : images[at];
  const move = (by: number) => onMove(((at ?? 0) + by + images.length) % images.length);
  return (
    <Dialog
      open={image !== undefined}
      onClose={() => onMove(null)}
      title={`Picture ${(at ?? 0) + 1} of ${images.length}`}
      size="large"
      footer={
        images.length > 1 && (
          <>
            <IconButton icon={ChevronLeft} label="Previous picture" onClick={() => move(-1)} />
            <IconButton icon={ChevronRight} label="Next picture" onClick={() => move(1)} />
          </>
        )
      }
    >
      {image && (
        <figure>
          <Photo
            key={image._id}
            {...postImage(image)}
            sizes="(min-width: 960px) 900px, 100vw"
            width={image.width}
            height={image.height}
            alt={image.alt}
            placeholder={image.placeholder}
            className={styles.large}
          />
          {image.alt && <figcaption className={styles.caption}>{image.alt}</figcaption>}
        </figure>
      )}
    </Dialog>
  );
}

/** One to ten pictures: the room of each is known before it comes. More than four wait behind the fourth. */
export function PostGallery({ images, priority }: GalleryProps) {
  const [open, setOpen] = useState<number | null>(null);
  const shown = images.slice(0, SHOWN);
  const hidden = images.length - shown.length;
  return (
    <div className={styles.gallery} data-count={shown.length}>
      {shown.map((image, at) => (
        <button
          key={image._id}
          type="button"
          className={styles.picture}
          aria-label={nameOf(image, at, images.length) + (hidden > 0 && at === SHOWN - 1 ? `, +${hidden} more` : '')}
          onClick={() => setOpen(at)}
        >
          <Photo
            {...postImage(image)}
            sizes={shown.length === 1 ? '(min-width: 640px) 588px, 100vw' : '(min-width: 640px) 294px, 50vw'}
            width={image.width}
            height={image.height}
            alt={image.alt}
            placeholder={image.placeholder}
            priority={priority && at === 0}
            className={styles.photo}
          />
          {hidden > 0 && at === SHOWN - 1 && (
            <span className={styles.more} aria-hidden="true">
              +{hidden}
            </span>
          )}
        </button>
      ))}
      <PictureDialog images={images} at={open} onMove={setOpen} />
    </div>
  );
}
