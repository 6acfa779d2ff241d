import type { Attachment } from '@afterhours/contract/posts';
import { useState } from 'react';
import { postImage } from '#features/uploads/image-address.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Photo } from '#ui/photo.tsx';
import styles from './post-gallery.module.css';

const PictureViewer = lazyPart(async () => (await import('#ui/picture-viewer.tsx')).PictureViewer);

const SHOWN = 4;

type GalleryProps = { images: readonly Attachment[]; priority: boolean };

const toPicture = (image: Attachment) => ({
  id: image._id,
  photo: {
    ...postImage(image),
    sizes: '100vw',
    width: image.width,
    height: image.height,
    alt: image.alt,
    placeholder: image.placeholder,
  },
  caption: image.alt,
});

const nameOf = (image: Attachment, at: number, of: number): string =>
  `Open picture ${at + 1} of ${of}${image.alt ? `: ${image.alt}` : ''}`;

/** One to ten pictures: the room of each is known before it comes. More than four wait behind the fourth. */
export function PostGallery({ images, priority }: GalleryProps) {
  const [open, setOpen] = useState<number | null>(null);
  const [used, setUsed] = useState(false);
  const show = (at: number) => {
    setOpen(at);
    setUsed(true);
  };
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
          onClick={() => show(at)}
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
      {used && (
        <PictureViewer
          open={open !== null}
          onClose={() => setOpen(null)}
          pictures={images.map(toPicture)}
          at={open}
          onMove={setOpen}
        />
      )}
    </div>
  );
}
